/** Bytes read before the thread does other work. */
const TURN_BYTES = 64 << 10;
/** Per connection and turn: enough for a batch. */
const STAY_BYTES = 192 << 10;

export type ReadTurn = {
  /** Reports bytes read. False: pause the connection until `resume` is called. */
  mayReadOn(bytes: number): boolean;
};

type Waiter = { readonly resume: () => void; taken: number; isWaiting: boolean };

/**
 * Shares the thread among fast connections. libuv reads each socket up to 32 times in a row, so input would
 * pile up while destinations wait for their answers.
 */
export class ReadTurns {
  readonly #defer: (next: () => void) => void;
  #left = TURN_BYTES;
  #isDeferred = false;
  #current: Waiter | null = null;
  readonly #waiting: Waiter[] = [];

  /** @param defer runs the callback after all pending work */
  constructor(defer: (next: () => void) => void = setImmediate) {
    this.#defer = defer;
  }

  /** @param resume continues reading, unless something else blocks the connection */
  join(resume: () => void): ReadTurn {
    const waiter: Waiter = { resume, taken: 0, isWaiting: false };
    return { mayReadOn: (bytes) => this.#mayReadOn(waiter, bytes) };
  }

  #mayReadOn(waiter: Waiter, bytes: number): boolean {
    waiter.taken += bytes;
    this.#left -= bytes;
    this.#deferNext();
    if (waiter.isWaiting) return false;
    if (this.#left > 0) return true;
    waiter.isWaiting = true;
    if (waiter.taken < STAY_BYTES && !this.#current) this.#current = waiter;
    else {
      waiter.taken = 0;
      this.#waiting.push(waiter);
    }
    return false;
  }

  #deferNext(): void {
    if (this.#isDeferred) return;
    this.#isDeferred = true;
    this.#defer(() => this.#next());
  }

  #next(): void {
    this.#isDeferred = false;
    this.#left = TURN_BYTES;
    const next = this.#current ?? this.#waiting.shift();
    this.#current = null;
    if (this.#waiting.length > 0) this.#deferNext();
    if (!next) return;
    next.isWaiting = false;
    next.resume();
  }
}

export const readTurns = new ReadTurns();
