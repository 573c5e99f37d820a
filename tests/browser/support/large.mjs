// A page of a given number of elements: a table of prices, as shops and timetables have them.

/** About `size` elements, in rows of ten. */
export function largePage(size) {
  const rows = Array.from({ length: Math.ceil(size / 10) }, (_, row) => {
    const cells = Array.from({ length: 4 }, (_, cell) => `<td class="c${"abcd"[cell]}"><span>${row}.${cell}</span></td>`).join("");
    return `<tr class="${row % 3 ? "plain" : "third"}">${cells}<td>end</td></tr>`;
  });
  return `<!doctype html><title>Large</title><main><h1>Prices</h1><table><tbody>${rows.join("\n")}</tbody></table></main><footer><p>Foot</p></footer>`;
}
