/** So much is read before all else that waits on the thread has its turn. */
const TURN_BYTES = 64 << 10;
/** So much one connection reads before another one does: enough for a batch. */
const STAY_BYTES = 192 << 10;

/** The part of one connection in the turns. */
export type ReadTurn = {
  /** Tells of what was read. False when the connection must pause until its `resume` is called. */
  mayReadOn(bytes: number): boolean;
};

type Waiter = { readonly resume: () => void; taken: number; isWaiting: boolean };

/**
 * Connections whose senders are faster than the thread would keep it to themselves: libuv reads 32 times from
 * each before it looks at anything else, and what was read would pile up before destinations whose answers wait.
 * With turns, destinations get on as fast as what comes in does.
 */
export class ReadTurns {
  readonly #defer: (next: () => void) => void;
  #left = TURN_BYTES;
  #isDeferred = false;
  /** Goes on before those that wait. */
  #current: Waiter | null = null;
  readonly #waiting: Waiter[] = [];

  /** @param defer calls back after all else that is due had its turn. */
  constructor(defer: (next: () => void) => void = setImmediate) {
    this.#defer = defer;
  }

  /** @param resume lets the connection read again, if nothing else keeps it from that. */
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

/** Of this thread. */
export const readTurns = new ReadTurns();
