import type { DeliverOutcome } from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import { decodeBatch, encodeBatch } from '../event/encode.ts';
import { liveEvents } from '../topology/batch-pool.ts';
import type { Delivery } from '../topology/delivery.ts';
import type { ApartResults } from './messages.ts';

/** So often an event is tried that may have ended the process; the first time among others. */
export const MOST_TRIES = 3;
/** Under way at a time: enough that the other process never waits, few enough to do again. */
const WINDOW = 4;

/** Events on their way through the other process. They are kept until they passed. */
export type Request = {
  readonly id: number;
  readonly sourceId: string;
  readonly stored: Buffer;
  readonly events: number;
  readonly bytes: number;
  readonly delivery: Delivery;
  /** Lives of the process that ended while this was the one it worked on. */
  tries: number;
  /** Of a careful run: where it is, and what became of it before. */
  reached: { readonly componentId: string; readonly stored: Buffer; readonly results: ApartResults[] } | null;
};

/** Events that the other process never saw; `done` once they went another way. */
export type Untouched = Pick<Request, 'sourceId' | 'bytes' | 'delivery'> & {
  readonly batch: Batch;
  readonly live: number[];
  done(): void;
};

/** What waits for the other process, what it has, and what it holds back, in order. */
export class Requests {
  #waiting: Request[] = [];
  #sent: Request[] = [];
  readonly #held = new Map<number, Request>();
  #next = 1;
  #whenIdle: (() => void)[] = [];
  #whenOver: (() => void)[] = [];

  get isIdle(): boolean {
    return this.#waiting.length + this.#sent.length === 0;
  }

  /** Resolves when everything has passed. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Resolves when nothing is held back any more. */
  over(): Promise<void> {
    if (this.isIdle && this.#held.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenOver.push(resolve));
  }

  /** What was not sent is to go another way. */
  takeWaiting(): Untouched[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.map(({ sourceId, stored, bytes, delivery }) => {
      const batch = decodeBatch(stored);
      const done = () => {
        delivery.pressure.settled(bytes);
        delivery.release();
      };
      return { sourceId, bytes, delivery, batch, live: liveEvents(batch), done };
    });
  }

  add(request: Pick<Request, 'sourceId' | 'stored' | 'events' | 'bytes' | 'delivery'>): void {
    request.delivery.hold();
    request.delivery.pressure.waiting(request.bytes);
    this.#waiting.push({ ...request, id: this.#next++, tries: 0, reached: null });
  }

  /** The next to send, if any may be now: what is run carefully is run alone. */
  poll(): Request | null {
    const next = this.#waiting[0];
    if (!next || this.#sent.length >= WINDOW) return null;
    if (this.#sent.length > 0 && (next.tries > 0 || this.#sent[0]!.tries > 0)) return null;
    this.#waiting.shift();
    this.#sent.push(next);
    return next;
  }

  find(id: number): Request | undefined {
    return this.#sent.find((request) => request.id === id) ?? this.#held.get(id);
  }

  passed(id: number, isHeld: boolean): void {
    const index = this.#sent.findIndex((request) => request.id === id);
    const [request] = this.#sent.splice(index, 1);
    if (!request) return;
    request.delivery.pressure.settled(request.bytes);
    if (isHeld) this.#held.set(id, { ...request, stored: Buffer.alloc(0) });
    else request.delivery.release();
    this.#tellIdle();
  }

  released(id: number, outcome: DeliverOutcome): void {
    const request = this.#held.get(id);
    this.#held.delete(id);
    if (outcome === 'accepted') request?.delivery.release();
    else request?.delivery.giveUp();
    this.#tellIdle();
  }

  /**
   * The process ended. What it held is not acknowledged; what it had is done again, the first event by event:
   * it is to be found out which one ended it. The answer is an event that did so too often.
   */
  takeBack(): Request | null {
    for (const { delivery } of this.#held.values()) delivery.giveUp();
    this.#held.clear();
    const [first, ...others] = this.#sent;
    this.#sent = [];
    if (!first) return null;
    const tries = first.tries + 1;
    if (first.events === 1 && tries >= MOST_TRIES) {
      this.#waiting.unshift(...others);
      const culprit = { ...first, tries };
      this.#held.set(first.id, culprit);
      return culprit;
    }
    this.#waiting.unshift(...this.#alone(first, tries), ...others);
    return null;
  }

  /** An event that was taken out by `takeBack` is settled otherwise. */
  settleAside({ id, delivery, bytes }: Request): void {
    this.#held.delete(id);
    delivery.pressure.settled(bytes);
    delivery.release();
    this.#tellIdle();
  }

  /** Nothing passes any more: senders keep what is theirs. */
  giveUp(): void {
    for (const { delivery, bytes } of [...this.#sent, ...this.#waiting]) {
      delivery.pressure.settled(bytes);
      delivery.giveUp();
    }
    for (const { delivery } of this.#held.values()) delivery.giveUp();
    this.#sent = [];
    this.#waiting = [];
    this.#held.clear();
    this.#tellIdle();
  }

  #alone(request: Request, tries: number): Request[] {
    if (request.events === 1) return [{ ...request, tries, reached: null }];
    const all = decodeBatch(request.stored);
    return liveEvents(all).map((event, index) => {
      if (index > 0) request.delivery.hold();
      const one = new Batch(all.size(event) + 64);
      one.appendFrom(all, event);
      const bytes = all.size(event);
      return {
        ...request,
        id: this.#next++,
        stored: encodeBatch(one),
        events: 1,
        bytes,
        tries,
        reached: null,
      };
    });
  }

  #tellIdle(): void {
    if (!this.isIdle) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const tell of waiting) tell();
    if (this.#held.size > 0) return;
    const over = this.#whenOver;
    this.#whenOver = [];
    for (const tell of over) tell();
  }
}
