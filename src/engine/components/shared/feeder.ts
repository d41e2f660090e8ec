import type { Batch } from '../../event/batch.ts';
import type { Output } from '../../event/output.ts';
import type { Intake, SourceContext } from '../types.ts';
import { settleWithin } from './settle.ts';

/** A batch of so many bytes, and one read more, fits the processor's cache. */
const FLUSH_BYTES = 192 * 1024;
const FLUSH_MS = 5;

/**
 * Gathers what comes in into batches and delivers them, for sources that go on before the acknowledgement.
 * While the engine is not ready, the batch in hand is kept and `blocked` is true: whoever feeds must stop
 * reading until `onReady`.
 */
export class Feeder {
  blocked = false;
  private readonly context: SourceContext;
  private readonly onReady: () => void;
  private batch: Batch | null = null;
  private payloadBytes = 0;
  private rawBytes = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(context: SourceContext, onReady: () => void) {
    this.context = context;
    this.onReady = onReady;
  }

  /** Bytes that wait while it is blocked; null while it is not. */
  get waitingBytes(): number | null {
    return this.blocked ? this.rawBytes : null;
  }

  /** Adds the lines; how many events they are. */
  addLines(bytes: Buffer, from: number, to: number): number {
    const batch = this.current();
    const before = batch.count;
    const payloadBytes = batch.loadLines(bytes, from, to);
    const count = batch.count - before;
    this.added({ payloadBytes, rawBytes: to - from });
    return count;
  }

  /** Adds one event that was made of a message: JSON that this program wrote. */
  addJson(json: string, intake: Intake): void {
    this.current().appendTrustedJson(json);
    this.added(intake);
  }

  /** As addJson, of what was written. */
  addWritten({ bytes, length }: Output, intake: Intake): void {
    this.current().appendTrusted(bytes, false, length);
    this.added(intake);
  }

  /** Adds one event of text, which may hold newlines. */
  addText(bytes: Buffer, rawBytes: number): void {
    this.current().appendRaw(bytes);
    this.added({ payloadBytes: bytes.length, rawBytes });
  }

  private current(): Batch {
    this.batch ??= this.context.newBatch();
    return this.batch;
  }

  private added({ payloadBytes, rawBytes }: Intake): void {
    this.payloadBytes += payloadBytes;
    this.rawBytes += rawBytes;
    if (this.rawBytes >= FLUSH_BYTES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (!this.batch || this.blocked) return;
    const wait = this.context.ready();
    if (wait) {
      this.blocked = true;
      void wait.then(() => {
        this.blocked = false;
        this.flush();
        if (!this.blocked) this.onReady();
      });
    } else this.deliver(this.batch);
  }

  /** Delivers what is in hand and forgets the timer; waits for at most `graceMs` for acknowledgements. */
  async stop(graceMs: number): Promise<void> {
    this.flush();
    if (this.batch && this.blocked) this.deliver(this.batch);
    await settleWithin(graceMs, this.underWay);
  }

  private deliver(batch: Batch): void {
    const intake = { payloadBytes: this.payloadBytes, rawBytes: this.rawBytes };
    this.batch = null;
    this.payloadBytes = 0;
    this.rawBytes = 0;
    const outcome = this.context.deliver(batch, intake);
    this.underWay.add(outcome);
    void outcome.then(() => this.underWay.delete(outcome));
  }
}
