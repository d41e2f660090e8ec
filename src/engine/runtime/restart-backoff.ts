const FIRST_MS = 100;
const MAX_MS = 30_000;
/** Uptime after which the delay starts from the beginning. */
const STABLE_AFTER_MS = 60_000;

/** Delays before restarting a process, doubled with each early crash of its own. */
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

  /**
   * The delay in milliseconds before the next start, after a crash that counts if `isOwnFault`. Kills from outside
   * tell nothing of the process, so they never make it wait.
   */
  nextDelayMs(isOwnFault: boolean): number {
    if (!isOwnFault) return FIRST_MS;
    if (performance.now() - this.#startedAt > STABLE_AFTER_MS) this.#crashes = 0;
    return Math.min(this.#maxMs, FIRST_MS * 2 ** Math.min(this.#crashes++, 10));
  }
}
