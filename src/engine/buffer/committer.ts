import { getErrorMessage } from '../../contract/values.ts';
import type { Segment } from './recovery.ts';
import type { PendingFrame, SegmentWriter } from './segment-writer.ts';
import { BufferWriteError } from './types.ts';

export type QueuedFrame = PendingFrame & {
  readonly size: number;
  readonly kept: () => void;
  readonly failed: (error: BufferWriteError) => void;
};

export type CommitterOptions = {
  readonly sync: boolean;
  /** Limits of gathering a group; an idle buffer commits at once. */
  readonly groupMs: number;
  readonly groupBytes: number;
};

export type CommitterEvents = {
  written(segment: Segment, frames: readonly QueuedFrame[]): void;
  /** Called before appends of a failed write are rejected. */
  failed(): Promise<void>;
};

/** Group commit: writes queued frames with one sync. A frame never waits for a later one. */
export class Committer {
  private readonly queue: QueuedFrame[] = [];
  private queuedBytes = 0;
  private running: Promise<void> | null = null;
  private lastCommit = Number.NEGATIVE_INFINITY;
  private endGathering: (() => void) | null = null;
  private closing = false;
  tail: number;
  private readonly writer: SegmentWriter;
  private readonly options: CommitterOptions;
  private readonly events: CommitterEvents;

  constructor(writer: SegmentWriter, tail: number, options: CommitterOptions, events: CommitterEvents) {
    this.writer = writer;
    this.tail = tail;
    this.options = options;
    this.events = events;
  }

  add(frame: QueuedFrame): void {
    this.queue.push(frame);
    this.queuedBytes += frame.size;
    if (this.queuedBytes >= this.options.groupBytes) this.endGathering?.();
    this.running ??= this.run();
  }

  async finish(): Promise<void> {
    this.closing = true;
    this.endGathering?.();
    await this.running;
  }

  private async run(): Promise<void> {
    // Appends of one tick share a group.
    await Promise.resolve();
    while (this.queue.length > 0) {
      await this.gather();
      await this.commit(this.takeGroup());
      this.lastCommit = performance.now();
    }
    this.running = null;
  }

  private async gather(): Promise<void> {
    const wait = this.options.groupMs - (performance.now() - this.lastCommit);
    if (wait <= 0 || this.closing || this.queuedBytes >= this.options.groupBytes) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endGathering = null;
  }

  private takeGroup(): QueuedFrame[] {
    let bytes = 0;
    let count = 0;
    while (
      count < this.queue.length &&
      (count === 0 || bytes + this.queue[count]!.size <= this.options.groupBytes)
    )
      bytes += this.queue[count++]!.size;
    this.queuedBytes -= bytes;
    return this.queue.splice(0, count);
  }

  private async commit(group: readonly QueuedFrame[]): Promise<void> {
    try {
      const segment = await this.writer.write(group, this.tail, this.options.sync);
      for (const frame of group) this.tail += frame.events;
      this.events.written(segment, group);
      for (const frame of group) frame.kept();
    } catch (cause) {
      await this.events.failed();
      const detail = getErrorMessage(cause);
      for (const frame of group)
        frame.failed(new BufferWriteError(`The buffer could not be written: ${detail}`, { cause }));
    }
  }
}
