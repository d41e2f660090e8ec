import type { Batch } from '../../../event/batch.ts';
import type { ComponentProblem, DeliverOutcome, SourceContext } from '../../types.ts';
import { settleWithin } from '../settle.ts';
import { Holding, hold, inputBudget } from './budget.ts';
import type { Sender } from './peer.ts';
import { InputFull, RequestTooLarge, Unavailable } from './refusal.ts';
import type { Body } from './request-body.ts';

/** A request waits this long for others to be stored before it gets 503: senders rarely wait for 5 s. */
const ROOM_WAIT_MS = 1000;
const PAUSED_RETRY_SECONDS = 10;
const BUSY_RETRY_SECONDS = 1;
const REQUEST_BYTES = 16 * 1024;

/** Requests are delivered in parts of about this size, to bound memory. */
export const PART_BYTES = 1024 * 1024;

export const EVENT_BYTES = 32;

const inputFull: ComponentProblem = {
  errorName: 'InputMemoryFull',
  message: 'Input was refused: the engine holds as much unfinished input as its limit allows',
  causes: [
    'Senders send faster than destinations accept',
    'A sender starts requests or lines and does not finish them',
  ],
  resolutions: [
    'Configure senders to make smaller requests, and fewer at a time',
    'Set permitted senders, or require credentials',
  ],
  level: 'WARN',
};

const paused = () =>
  new Unavailable(
    'The pipelines of this source are paused or being started; try again later',
    PAUSED_RETRY_SECONDS,
  );
const busy = () =>
  new Unavailable('The destinations cannot take more at the moment; try again', BUSY_RETRY_SECONDS);

export const mostMade = (maxBodyBytes: number): number => Math.max(64 * 1024 * 1024, 4 * maxBodyBytes);

export const makesTooMuch = (most: number) =>
  new RequestTooLarge(`The request makes events of more than ${most} bytes in all; send smaller requests`);

const neverFits = (most: number) =>
  new RequestTooLarge(
    `The request makes events of more than ${most} bytes, all that the buffer of its destination may hold; send smaller requests, or give the destination a larger buffer`,
  );

export type Part = { readonly batch: Batch; readonly payloadBytes: number };

export type Made = {
  readonly bytes: number;
  next(): Part | null;
};

/** A request that was read. Pass it to `deliver` or `drop`. */
export type Taken<M extends Made> = {
  readonly made: M;
  readonly first: Part;
  readonly rawBytes: number;
  readonly holding: Holding;
};

/** Admits requests to sources that answer once events are safe, within the input memory. */
export class Admission {
  private readonly context: SourceContext;
  private readonly share = inputBudget.open();

  constructor(context: SourceContext) {
    this.context = context;
  }

  get isOpen(): boolean {
    return !this.context.paused && this.share.held < inputBudget.most && !this.context.ready();
  }

  /**
   * Checks for room, loads the body, makes its first part and releases the body. A refusal closes the
   * holding, so loading stops at the next byte.
   * @throws Unavailable, Refusal, and errors of `load` and `make`
   */
  async read<M extends Made>(
    load: (holding: Holding) => Promise<Body>,
    make: (body: Body, holding: Holding) => M,
  ): Promise<Taken<M>> {
    const holding = new Holding(this.share);
    try {
      hold(holding, REQUEST_BYTES);
      // Reads while waiting: unread data is not counted, and single bytes of it take a hundred times their
      // size.
      const [body] = await Promise.all([load(holding), this.room()]);
      return this.make(body, make, holding);
    } catch (error) {
      holding.close();
      if (error instanceof InputFull) this.context.report(inputFull);
      throw error;
    }
  }

  /** Loads a body without events. @throws Refusal */
  async ask(load: (holding: Holding) => Promise<Body>): Promise<Buffer> {
    const holding = new Holding(this.share);
    try {
      hold(holding, REQUEST_BYTES);
      return (await load(holding)).bytes;
    } finally {
      holding.close();
    }
  }

  /**
   * Delivers parts as pipelines have room. `handedOn` resolves after the last, `safe` once all events are.
   * Both reject with Unavailable; earlier parts stay delivered.
   */
  deliver<M extends Made>(
    taken: Taken<M>,
    sender: Sender | undefined,
  ): { handedOn: Promise<void>; safe: Promise<void> } {
    const outcomes: Promise<DeliverOutcome>[] = [];
    const handedOn = this.handOn(taken, sender, outcomes);
    const settle = async () => {
      try {
        await handedOn;
        if ((await Promise.all(outcomes)).includes('unavailable')) throw paused();
      } finally {
        await Promise.all(outcomes);
        taken.holding.close();
      }
    };
    const safe = settle();
    safe.catch(() => {});
    return { handedOn, safe };
  }

  drop<M extends Made>({ first, holding }: Taken<M>): void {
    this.context.recycle(first.batch);
    holding.close();
  }

  private make<M extends Made>(
    body: Body,
    make: (body: Body, holding: Holding) => M,
    holding: Holding,
  ): Taken<M> {
    const made = make(body, holding);
    const first = made.next() ?? { batch: this.context.newBatch(), payloadBytes: 0 };
    const bytes = REQUEST_BYTES + made.bytes + first.batch.footprint;
    if (!holding.set(bytes)) {
      this.context.recycle(first.batch);
      hold(holding, bytes - holding.bytes);
    }
    return { made, first, rawBytes: body.rawBytes, holding };
  }

  private async handOn<M extends Made>(
    { made, first, rawBytes, holding }: Taken<M>,
    sender: Sender | undefined,
    outcomes: Promise<DeliverOutcome>[],
  ): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    const origin = this.context.tracksOrigin && sender?.origin;
    let isRefused = false;
    try {
      this.checkRoom(first.batch, made.bytes);
    } catch (error) {
      this.context.recycle(first.batch);
      throw error;
    }
    const send = ({ batch, payloadBytes }: Part, raw: number) => {
      const { count, footprint } = batch;
      if (origin) batch.setOrigin(origin, 0);
      const outcome = this.context.deliver(batch, { payloadBytes, rawBytes: raw });
      outcomes.push(outcome);
      const settled = outcome.then((result) => {
        underWay.delete(settled);
        holding.add(-footprint);
        if (result === 'unavailable') isRefused = true;
        else this.context.senders?.took(sender?.address, count);
      });
      underWay.add(settled);
    };
    send(first, rawBytes);
    for (;;) {
      const former = made.bytes;
      const part = made.next();
      if (!part) return;
      const bytes = part.batch.footprint + made.bytes - former;
      while (!holding.add(bytes) && underWay.size > 0) await Promise.race(underWay);
      await this.context.ready();
      if (isRefused || this.context.paused) throw paused();
      send(part, 0);
    }
  }

  /**
   * Assumes that later parts are like the first.
   * @throws Unavailable, RequestTooLarge
   */
  private checkRoom(batch: Batch, rest: number): void {
    const { count, footprint } = batch;
    if (count === 0) return;
    let bytes = 0;
    for (let event = 0; event < count; event++) bytes += batch.size(event);
    const more = rest / Math.max(1, footprint);
    const { mostBytes = Infinity } = this.context;
    // `rest` may include the first part.
    if (bytes * Math.max(1, more) > mostBytes) throw neverFits(mostBytes);
    if (!this.context.hasRoom(Math.ceil(count * (1 + more)), Math.ceil(bytes * (1 + more)))) throw busy();
  }

  private async room(): Promise<void> {
    if (this.context.paused) throw paused();
    if (!this.context.hasRoom(1, 1)) throw busy();
    const room = this.context.ready();
    if (room) await settleWithin(ROOM_WAIT_MS, [room]);
    if (this.context.paused) throw paused();
    if (room && this.context.ready()) throw busy();
  }
}
