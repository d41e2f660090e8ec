const FIRST_MS = 100;
const MAX_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

/** Restart delays, doubled with each early crash of the process's own. */
export class RestartBackoff {
  readonly #maxMs: number;
  #crashes = 0;
  #startedAt = 0;

  constructor(maxMs = MAX_MS) {
    this.#maxMs = maxMs;
  }

  markStart(): void {
    this.#startedAt = performance.now();
  }

  /** Milliseconds before the next start. Kills from outside (not `isOwnFault`) do not delay it. */
  nextDelayMs(isOwnFault: boolean): number {
    if (!isOwnFault) return FIRST_MS;
    if (performance.now() - this.#startedAt > STABLE_AFTER_MS) this.#crashes = 0;
    return Math.min(this.#maxMs, FIRST_MS * 2 ** Math.min(this.#crashes++, 10));
  }
}
