import type { Batch } from '../event/batch.ts';
import { TAP_FULL, type TapEvent, type TapRequest } from '../types/tap.ts';
import type { ComponentMetrics } from './metrics.ts';

export const TAP_MAX_MS = 10 * 60_000;
const EVENT_MAX_BYTES = 65_536;

export class OpenTap {
  #left: number;
  #bytesLeft: number;
  readonly #eventMaxBytes: number;
  #ended = false;
  readonly #metrics: ComponentMetrics;
  readonly #timer: NodeJS.Timeout;
  readonly #send: (events: TapEvent[]) => void;
  readonly #onEnd: (reason: string) => void;

  constructor(
    metrics: ComponentMetrics,
    { limit, maxBytes }: Pick<TapRequest, 'limit' | 'maxBytes'>,
    send: (events: TapEvent[]) => void,
    onEnd: (reason: string) => void,
  ) {
    this.#metrics = metrics;
    this.#left = limit;
    this.#bytesLeft = maxBytes ?? Number.POSITIVE_INFINITY;
    this.#eventMaxBytes = maxBytes === undefined ? EVENT_MAX_BYTES : Number.POSITIVE_INFINITY;
    this.#send = send;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.end('The tap was open for 10 minutes'), TAP_MAX_MS);
    metrics.taps = [...(metrics.taps ?? []), this];
    if (limit <= 0) this.end('The limit of events was reached');
  }

  get isOpen(): boolean {
    return !this.#ended;
  }

  show(batch: Batch, live: readonly number[]): void {
    const at = Date.now();
    const events: TapEvent[] = [];
    for (let i = 0; i < live.length && events.length < this.#left; i++) {
      const bytes = batch.bytesOf(live[i]!);
      const length = Math.min(bytes.length, this.#eventMaxBytes);
      this.#bytesLeft -= length;
      if (this.#bytesLeft < 0) break;
      const text = bytes.toString('utf8', 0, length);
      const origin = batch.origins?.[live[i]!];
      events.push({
        text,
        at,
        ...(batch.isRawText(live[i]!) && { isText: true }),
        ...(origin !== undefined && { origin }),
      });
    }
    this.#left -= events.length;
    if (events.length > 0) this.#send(events);
    if (this.#bytesLeft < 0) this.end(TAP_FULL);
    else if (this.#left === 0) this.end('The limit of events was reached');
  }

  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    const others = (this.#metrics.taps ?? []).filter((tap) => tap !== this);
    this.#metrics.taps = others.length > 0 ? others : null;
    this.#onEnd(reason);
  }
}
