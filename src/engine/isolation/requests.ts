import type { DeliverOutcome } from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import { decodeBatch, encodeBatch } from '../event/encode.ts';
import { liveEvents } from '../topology/batch-pool.ts';
import type { Delivery } from '../topology/delivery.ts';
import type { IsolationResults } from './messages.ts';

/** Attempts for an event that may crash the process, the first in its batch. */
export const MOST_TRIES = 3;
/** In-flight requests: enough to keep the process busy, few enough to repeat. */
const WINDOW = 4;

/** Events sent to the isolated process, kept until they passed. */
export type Request = {
  readonly id: number;
  readonly sourceId: string;
  readonly stored: Buffer;
  readonly events: number;
  readonly bytes: number;
  readonly delivery: Delivery;
  tries: number;
  reached: {
    readonly componentId: string;
    readonly stored: Buffer;
    readonly results: IsolationResults[];
  } | null;
};

/** Never sent; call `done` once they went elsewhere. */
export type Untouched = Pick<Request, 'sourceId' | 'bytes' | 'delivery'> & {
  readonly batch: Batch;
  readonly live: number[];
  done(): void;
};

type Load = Pick<Request, 'sourceId' | 'events' | 'bytes' | 'delivery'>;

export class Requests {
  readonly #onLoad: (sourceId: string, events: number, bytes: number) => void;
  #waiting: Request[] = [];
  #sent: Request[] = [];
  readonly #unsettled = new Map<number, Request>();
  #next = 1;
  #whenIdle: (() => void)[] = [];
  #whenOver: (() => void)[] = [];

  /** @param onLoad gets changes of what waits for the process */
  constructor(onLoad: (sourceId: string, events: number, bytes: number) => void) {
    this.#onLoad = onLoad;
  }

  get isIdle(): boolean {
    return this.#waiting.length + this.#sent.length === 0;
  }

  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  over(): Promise<void> {
    if (this.isIdle && this.#unsettled.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenOver.push(resolve));
  }

  /** Removes unsent requests to reroute them. */
  takeWaiting(): Untouched[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.map((request) => {
      const { sourceId, stored, bytes, delivery } = request;
      const batch = decodeBatch(stored);
      const done = () => {
        this.#unload(request);
        delivery.release();
      };
      return { sourceId, bytes, delivery, batch, live: liveEvents(batch), done };
    });
  }

  add(request: Pick<Request, 'sourceId' | 'stored' | 'events' | 'bytes' | 'delivery'>): void {
    request.delivery.hold();
    request.delivery.pressure.waiting(request.bytes);
    this.#onLoad(request.sourceId, request.events, request.bytes);
    this.#waiting.push({ ...request, id: this.#next++, tries: 0, reached: null });
  }

  /** Next request allowed to be sent; careful ones run alone. */
  poll(): Request | null {
    const next = this.#waiting[0];
    if (!next || this.#sent.length >= WINDOW) return null;
    if (this.#sent.length > 0 && (next.tries > 0 || this.#sent[0]!.tries > 0)) return null;
    this.#waiting.shift();
    this.#sent.push(next);
    return next;
  }

  find(id: number): Request | undefined {
    return this.#sent.find((request) => request.id === id) ?? this.#unsettled.get(id);
  }

  passed(id: number, isPending: boolean): void {
    const index = this.#sent.findIndex((request) => request.id === id);
    const [request] = this.#sent.splice(index, 1);
    if (!request) return;
    this.#unload(request);
    if (isPending) this.#unsettled.set(id, { ...request, stored: Buffer.alloc(0) });
    else request.delivery.release();
    this.#resolveIdle();
  }

  released(id: number, outcome: DeliverOutcome): void {
    const request = this.#unsettled.get(id);
    this.#unsettled.delete(id);
    if (outcome === 'accepted') request?.delivery.release();
    else request?.delivery.giveUp();
    this.#resolveIdle();
  }

  /**
   * After a crash: requeues sent requests, the first event by event to find the culprit. Returns an event
   * that crashed too often.
   */
  takeBack(): Request | null {
    for (const { delivery } of this.#unsettled.values()) delivery.giveUp();
    this.#unsettled.clear();
    const [first, ...others] = this.#sent;
    this.#sent = [];
    if (!first) return null;
    const tries = first.tries + 1;
    if (first.events === 1 && tries >= MOST_TRIES) {
      this.#waiting.unshift(...others);
      const culprit = { ...first, tries };
      this.#unsettled.set(first.id, culprit);
      return culprit;
    }
    this.#waiting.unshift(...this.#alone(first, tries), ...others);
    return null;
  }

  settleDeadLetter(request: Request): void {
    this.#unsettled.delete(request.id);
    this.#unload(request);
    request.delivery.release();
    this.#resolveIdle();
  }

  /** Senders keep their events. */
  giveUp(): void {
    for (const request of [...this.#sent, ...this.#waiting]) {
      this.#unload(request);
      request.delivery.giveUp();
    }
    for (const { delivery } of this.#unsettled.values()) delivery.giveUp();
    this.#sent = [];
    this.#waiting = [];
    this.#unsettled.clear();
    this.#resolveIdle();
  }

  #unload({ sourceId, events, bytes, delivery }: Load): void {
    delivery.pressure.settled(bytes);
    this.#onLoad(sourceId, -events, -bytes);
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

  #resolveIdle(): void {
    if (!this.isIdle) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
    if (this.#unsettled.size > 0) return;
    const over = this.#whenOver;
    this.#whenOver = [];
    for (const resolve of over) resolve();
  }
}
