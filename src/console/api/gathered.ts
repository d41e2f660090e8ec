/**
 * Runs at once, then not again for `quietMs`: what is asked meanwhile runs once at the end of it. A burst of
 * any length costs two runs, a stream of asking one run for each `quietMs`.
 */
export function gathered(quietMs: number, run: () => void): () => void {
  let isQuiet = false;
  let isAsked = false;
  const begin = () => {
    isQuiet = true;
    isAsked = false;
    run();
    setTimeout(() => {
      isQuiet = false;
      if (isAsked) begin();
    }, quietMs);
  };
  return () => {
    if (isQuiet) isAsked = true;
    else begin();
  };
}
