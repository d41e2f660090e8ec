import type { ReplayProgress } from '../../engine/port.ts';

const WINDOW_MS = 30_000;
/** Too short to estimate the time left. */
const LEAST_MS = 3000;

type Sample = { readonly at: number; readonly events: number; readonly share: number };
export type Speed = { readonly eventsPerSecond: number; readonly secondsLeft: number | null };
export const NO_SPEED: Speed = { eventsPerSecond: 0, secondsLeft: null };

export class SpeedMeter {
  #samples: Sample[] = [];

  /** @param at monotonic milliseconds */
  add(at: number, { events, share }: Pick<ReplayProgress, 'events' | 'share'>): void {
    this.#samples.push({ at, events, share });
    const [, second] = this.#samples;
    if (second && at - second.at >= WINDOW_MS) this.#samples.shift();
  }

  reset(): void {
    this.#samples = [];
  }

  get speed(): Speed {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at <= first.at) return NO_SPEED;
    const seconds = (last.at - first.at) / 1000;
    const events = Math.max(0, (last.events - first.events) / seconds);
    const share = (last.share - first.share) / seconds;
    const isKnown = share > 0 && last.at - first.at >= LEAST_MS;
    return {
      eventsPerSecond: Math.round(events * 10) / 10,
      secondsLeft: isKnown ? Math.ceil((1 - last.share) / share) : null,
    };
  }
}
