// Waiting for something that a browser does in its own time.

/** Gives the first answer that is true; throws when there is none within the time. */
export async function until(ask, milliseconds = 20_000) {
  const end = Date.now() + milliseconds;
  let last;
  while (Date.now() < end) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited in vain for ${ask}: ${last?.message ?? JSON.stringify(last)}`);
}
