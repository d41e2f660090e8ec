/** What was done so far and how to take it back, for an all-or-nothing change. */
export class Undo {
  readonly #steps: (() => Promise<void>)[] = [];
  readonly #over = new AbortController();

  /** Aborted when everything is taken back: what is still under way is given up. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** What is done only after everything was taken back is taken back at once. */
  add(step: () => Promise<void>): void {
    if (this.signal.aborted) void step().catch(() => {});
    else this.#steps.push(step);
  }

  /** Takes everything back, the last step first; goes on when a step fails. */
  async all(): Promise<void> {
    this.#over.abort();
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step().catch(() => {});
  }
}
