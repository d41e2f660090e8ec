import { AckOrder } from '../../shared/ack-order.ts';
import { keyOf, type Position } from './group-commit.ts';

export type Positions = ReadonlyMap<string, Position>;

/** Commits acknowledged positions in order of delivery: at once, then at most once per pause. */
export class OffsetKeeper {
  private readonly acks: AckOrder<Positions>;
  private readonly commit: (positions: Position[]) => Promise<void>;
  private readonly pauseMs: number;
  private readonly safe = new Map<string, Position>();
  private readonly committed = new Map<string, bigint>();
  private timer: NodeJS.Timeout | null = null;
  private lastAt = Number.NEGATIVE_INFINITY;
  private committing: Promise<void> = Promise.resolve();
  private isEnded = false;

  /** If `commit` rejects, it is retried after the pause. */
  constructor(pauseMs: number, commit: (positions: Position[]) => Promise<void>) {
    this.pauseMs = pauseMs;
    this.commit = commit;
    this.acks = new AckOrder((positions) => this.reached(positions.values()));
  }

  /** Positions delivered; call the result once acknowledged. */
  delivered(positions: Positions): () => void {
    return this.acks.add(positions);
  }

  /** Before anything is delivered too, so that a start at the newest messages keeps its position. */
  reached(positions: Iterable<Position>): void {
    if (this.isEnded) return;
    for (const position of positions) this.safe.set(keyOf(position), position);
    const wait = Math.max(0, this.lastAt + this.pauseMs - performance.now());
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.flush();
    }, wait);
  }

  get positions(): Positions {
    return this.safe;
  }

  flush(): Promise<void> {
    this.committing = this.committing.then(() => this.commitOnce());
    return this.committing;
  }

  async end(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.flush();
    this.isEnded = true;
    if (this.timer) clearTimeout(this.timer);
    this.acks.clear();
  }

  private async commitOnce(): Promise<void> {
    if (this.isEnded) return;
    const due = [...this.safe.values()].filter(
      (position) => this.committed.get(keyOf(position)) !== position.offset,
    );
    if (due.length === 0) return;
    this.lastAt = performance.now();
    try {
      await this.commit(due);
      for (const position of due) this.committed.set(keyOf(position), position.offset);
    } catch {
      this.reached([]);
    }
  }
}
