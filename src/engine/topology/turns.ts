type Waiter = { readonly isAlone: boolean; readonly start: () => void };

/** Semaphore: up to `limit` tasks at a time, first come, first served. */
export class Turns {
  limit = 1;
  #running = 0;
  #isAlone = false;
  readonly #waiting: Waiter[] = [];

  /** The next task would have to wait. */
  get isFull(): boolean {
    return this.#isAlone || this.#running >= this.limit;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#enter(task, false);
  }

  runAlone<T>(task: () => Promise<T>): Promise<T> {
    return this.#enter(task, true);
  }

  async #enter<T>(task: () => Promise<T>, isAlone: boolean): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ isAlone, start });
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#running--;
      this.#isAlone = false;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (!next || this.#isAlone || this.#running >= (next.isAlone ? 1 : this.limit)) return;
      this.#waiting.shift();
      this.#running++;
      this.#isAlone = next.isAlone;
      next.start();
    }
  }
}

/** Serializes tasks with the same key. */
export class TurnsByKey {
  readonly #last = new Map<string, Promise<void>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = before ? before.then(task) : task();
    const ended = result.then(
      () => {},
      () => {},
    );
    this.#last.set(key, ended);
    void ended.then(() => this.#last.get(key) === ended && this.#last.delete(key));
    return result;
  }

  has(key: string): boolean {
    return this.#last.has(key);
  }

  /** Resolves once the key's tasks so far have ended. */
  ended(key: string): Promise<void> {
    return this.#last.get(key) ?? Promise.resolve();
  }
}
