import { backoffMs } from '../topology/backoff.ts';

/** Retries with growing delays, by id. */
export class Retries {
  readonly #waiting = new Map<string, { attempt: number; timer: NodeJS.Timeout }>();

  later(id: string, work: () => void): void {
    const attempt = (this.#waiting.get(id)?.attempt ?? 1) + 1;
    this.forget(id);
    this.#waiting.set(id, { attempt, timer: setTimeout(work, backoffMs(attempt)) });
  }

  forget(id: string): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.delete(id);
  }

  stop(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }
}
