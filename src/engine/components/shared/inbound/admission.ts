import type { IncomingMessage } from 'node:http';
import type { Batch } from '../../../event/batch.ts';
import type { Intake, SourceContext } from '../../types.ts';
import { settleWithin } from '../settle.ts';
import { Refusal } from './refusal.ts';
import { type Body, readBody } from './request-body.ts';

/** Limit of request bodies in memory until their events are safe. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** A request waits this long for buffer space before it gets 503. */
const ROOM_WAIT_MS = 5000;
const PAUSED_RETRY_SECONDS = 10;
const BUSY_RETRY_SECONDS = 1;

/** Answered with 503: try again later. */
export class Unavailable extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(503, message, { headers: { 'retry-after': String(retryAfterSeconds) } });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const paused = () =>
  new Unavailable('The pipelines of this source are paused; try again later', PAUSED_RETRY_SECONDS);
const busy = () =>
  new Unavailable('The destinations cannot take more at the moment; try again', BUSY_RETRY_SECONDS);

/**
 * Admits requests of sources that answer once events are safe. Refuses while paused or full, and limits bytes
 * in memory.
 */
export class Admission {
  private readonly context: SourceContext;
  private held = 0;

  constructor(context: SourceContext) {
    this.context = context;
  }

  get isOpen(): boolean {
    return !this.context.paused && this.held <= MAX_HELD_BYTES && !this.context.ready();
  }

  /** @throws Unavailable */
  check(): void {
    if (this.context.paused) throw paused();
    if (this.held > MAX_HELD_BYTES) throw busy();
  }

  /** Counts the body while `use` runs. @throws Unavailable, Refusal, and what `use` throws */
  async read<T>(request: IncomingMessage, maxBytes: number, use: (body: Body) => Promise<T>): Promise<T> {
    let mine = 0;
    const grow = (bytes: number) => {
      mine += bytes;
      this.held += bytes;
      if (this.held > MAX_HELD_BYTES + maxBytes) throw busy();
    };
    try {
      this.check();
      await this.room();
      return await use(await readBody(request, maxBytes, grow));
    } finally {
      this.held -= mine;
    }
  }

  /** For bytes already in memory. */
  async hold<T>(bytes: number, use: () => Promise<T>): Promise<T> {
    this.check();
    this.held += bytes;
    try {
      await this.room();
      return await use();
    } finally {
      this.held -= bytes;
    }
  }

  /** Counts bytes until `settled`, for requests answered early. `settled` must not reject. */
  keep(bytes: number, settled: Promise<void>): void {
    this.held += bytes;
    void settled.then(() => {
      this.held -= bytes;
    });
  }

  /** Resolves once the events are safe. @throws Unavailable */
  async deliver(batch: Batch, intake: Intake, sender: string | undefined): Promise<void> {
    const { count } = batch;
    const outcome = await this.context.deliver(batch, intake);
    if (outcome === 'unavailable') throw paused();
    this.context.senders?.took(sender, count);
  }

  private async room(): Promise<void> {
    const room = this.context.ready();
    if (room) await settleWithin(ROOM_WAIT_MS, [room]);
    if (this.context.paused) throw paused();
    if (room && this.context.ready()) throw busy();
  }
}
