/** Calls under way, by process. */
export class InFlight {
  readonly #calls = new Map<number, Set<Promise<void>>>();

  async run(worker: number, call: Promise<void>): Promise<void> {
    const calls = this.#calls.get(worker) ?? new Set();
    this.#calls.set(worker, calls.add(call));
    try {
      await call;
    } finally {
      calls.delete(call);
    }
  }

  /** Resolves when no call to the process is under way. */
  async settled(worker: number): Promise<void> {
    const calls = this.#calls.get(worker);
    while (calls && calls.size > 0) await Promise.allSettled(calls);
  }
}
