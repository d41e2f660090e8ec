/**
 * Runs at once, then not again for `quietMs`: what is asked meanwhile runs once at the end of it. A burst of
 * any length costs two runs, a stream of asking one run for each `quietMs`.
 * @param quietMs read anew after each run, where it is a function.
 */
export function gathered(quietMs: number | (() => number), run: () => void): () => void {
  let isQuiet = false;
  let isAsked = false;
  const begin = () => {
    isQuiet = true;
    isAsked = false;
    run();
    setTimeout(
      () => {
        isQuiet = false;
        if (isAsked) begin();
      },
      typeof quietMs === 'number' ? quietMs : quietMs(),
    );
  };
  return () => {
    if (isQuiet) isAsked = true;
    else begin();
  };
}
