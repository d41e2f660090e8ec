import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';

const STEP_MS = 20;

/** The page's Date and timers, which a test can stop and move; React and the harness keep real ones. */
export class Clock {
  #flow: NodeJS.Timeout | undefined;
  readonly #setInterval = globalThis.setInterval;
  readonly #clearInterval = globalThis.clearInterval;

  async install(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await this.resume();
  }
  async resume(): Promise<void> {
    this.#flow = this.#setInterval(() => vi.advanceTimersByTime(STEP_MS), STEP_MS);
  }
  async pauseAt(time: number): Promise<void> {
    this.#clearInterval(this.#flow);
    await this.runFor(time - Date.now());
  }
  async runFor(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    await turn();
  }
  end(): void {
    this.#clearInterval(this.#flow);
    vi.useRealTimers();
  }
}
