import type { Batch } from '../../event/batch.ts';
import type { SourceContext } from '../types.ts';

const FLUSH_BYTES = 256 * 1024;
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
  private measured = 0;
  private payloadBytes = 0;
  private rawBytes = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(context: SourceContext, onReady: () => void) {
    this.context = context;
    this.onReady = onReady;
  }

  /** Adds events to the batch in hand; `rawBytes` is what they took on the wire. */
  add(rawBytes: number, fill: (batch: Batch) => void): void {
    const batch = this.batch ?? this.context.newBatch();
    this.batch = batch;
    fill(batch);
    for (; this.measured < batch.count; this.measured++) this.payloadBytes += batch.size(this.measured);
    this.rawBytes += rawBytes;
    if (this.rawBytes >= FLUSH_BYTES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  addLines(bytes: Buffer, from: number, to: number): void {
    this.add(to - from, (batch) => batch.loadLines(bytes, from, to));
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
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, graceMs);
    await Promise.race([Promise.allSettled(this.underWay), promise]);
    clearTimeout(limit);
  }

  private deliver(batch: Batch): void {
    const intake = { payloadBytes: this.payloadBytes, rawBytes: this.rawBytes };
    this.batch = null;
    this.measured = 0;
    this.payloadBytes = 0;
    this.rawBytes = 0;
    const outcome = this.context.deliver(batch, intake);
    this.underWay.add(outcome);
    void outcome.then(() => this.underWay.delete(outcome));
  }
}
