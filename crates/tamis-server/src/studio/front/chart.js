// Curves, drawn as SVG. What they show can be read beside them, or as a table.
const NAMESPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [640, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 12, 12, 34];

/** Dashes tell curves apart without their colours. */
const DASHES = ["", "8 4", "2 4", "12 4 2 4"];

/** The steps of an axis that grows by logarithms: most is learnt from the first documents. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/**
 * Curves over documents: `curves` are `{name, values}`, a value from 0 to 1 a document. `label` says what
 * is shown, `floor` is where the axis begins.
 */
export function chart(curves, { label, across, floor = 0 }) {
  const longest = Math.max(2, ...curves.map(({ values }) => values.length));
  const x = (document) => LEFT + (WIDTH - LEFT - RIGHT) * (Math.log(document) / Math.log(longest));
  const y = (value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ((value - floor) / (1 - floor));
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "chart" });
  for (let step = 0; step <= 4; step++) {
    const value = floor + ((1 - floor) * step) / 4;
    drawn.append(svg("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    drawn.append(words(value.toFixed(2), { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }));
  }
  for (const document of STEPS.filter((step) => step <= longest)) {
    drawn.append(words(String(document), { x: x(document), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }));
  }
  drawn.append(words(across, { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 3, "text-anchor": "middle" }));
  curves.forEach(({ values }, at) => {
    const points = values.map((value, index) => `${x(index + 1).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    drawn.append(svg("polyline", { class: `curve curve-${at % 4}`, "stroke-dasharray": DASHES[at % DASHES.length], points }));
    if (values.length === 1) drawn.append(svg("circle", { class: `dot curve-${at % 4}`, cx: x(1), cy: y(values[0]), r: 4 }));
  });
  return drawn;
}

function svg(name, attributes) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function words(text, attributes) {
  const made = svg("text", attributes);
  made.textContent = text;
  return made;
}
