// What of a page can be read, to be run in pages.

/** The texts that are not hidden by the extension, white space folded. */
export function shownTexts() {
  return textsOf(document.body, ".tamis-gone");

  function textsOf(root, hidden) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      const above = walker.currentNode.parentElement;
      const words = walker.currentNode.data.trim().replace(/\s+/g, " ");
      if (words && !above.closest(`${hidden}, script, style, noscript, template`)) texts.push(words);
    }
    return texts;
  }
}

/** The texts of a document that is given as HTML. */
export function textsIn(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const walker = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim().replace(/\s+/g, " ");
    if (words && !walker.currentNode.parentElement.closest("script, style, noscript, template")) texts.push(words);
  }
  return texts;
}

/** The path of the first element that a selector finds, as the program writes it. */
export function pathOf(css) {
  const steps = [];
  for (let at = document.querySelector(css); at; at = at.parentElement) {
    let index = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) if (before.localName === at.localName) index++;
    steps.unshift(`${at.localName}[${index}]`);
  }
  return `/${steps.join("/")}`;
}
