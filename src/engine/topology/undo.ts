export class Undo {
  readonly #steps: (() => Promise<void>)[] = [];
  readonly #over = new AbortController();

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** A step added after the rollback runs at once. */
  add(step: () => Promise<void>): void {
    if (this.signal.aborted) void step().catch(() => {});
    else this.#steps.push(step);
  }

  /** Rolls back, last step first; continues past failing steps. */
  async all(): Promise<void> {
    this.#over.abort();
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step().catch(() => {});
  }
}
