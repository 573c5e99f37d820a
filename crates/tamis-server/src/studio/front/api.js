// Asking the studio's own server.

/**
 * Sends a request of JSON and gives the answer's; without a body it is a GET. An answer of trouble is an
 * `Error` that says what the server says.
 */
export async function api(path, body, { method = body === undefined ? "GET" : "POST", signal } = {}) {
  const asked = { method, signal };
  if (body !== undefined) {
    asked.headers = { "content-type": "application/json" };
    asked.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, asked);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the studio does not answer; is tamis serve still running?");
  }
  const said = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}
