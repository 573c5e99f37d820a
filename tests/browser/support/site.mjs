// A site on this machine.
import { createServer } from "node:http";

/**
 * Serves pages by their paths, `{"/": "<h1>…", "/slow": (request) => Promise of HTML}`. Gives `{address,
 * asked, stop()}`, where `asked` lists every path that was asked for.
 */
export async function startSite(pages) {
  const asked = [];
  const server = createServer(async (request, answer) => {
    asked.push(request.url);
    const page = pages[new URL(request.url, "http://x").pathname];
    if (page === undefined) {
      answer.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
      return;
    }
    const html = typeof page === "function" ? await page(request) : page;
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    asked,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
