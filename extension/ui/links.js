// The links of a page by their likeness to one that was picked, as the picker's slider wants them.

/** What the slider reaches: every link that leads on, from its own distance on. */
export function reachOfLinks(page, { samples }) {
  const { threshold, links } = page.linksByLikeness(samples);
  return {
    nodes: links.map((link) => link.node),
    from: links.map((link) => link.distance),
    until: links.map(() => null),
    suggested: threshold,
    automatic: links.filter((link) => link.distance <= threshold).map((link) => link.node),
    left_out: [],
    how: "links like it",
  };
}

/** The links that are taken in a state of the picker, each document once. */
export function linksWithin(session, state) {
  const field = state?.fields[0];
  if (!field?.samples.length) return [];
  return session.page.links(field.samples, field.threshold ?? undefined).links;
}
