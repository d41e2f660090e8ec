/** Turns acknowledgements in any order into a position that advances in delivery order. */
export class AckOrder<T> {
  private waiting: { position: T; done: boolean }[] = [];
  private readonly advance: (position: T) => void;

  /** Calls `advance` once all deliveries up to a position are acknowledged. */
  constructor(advance: (position: T) => void) {
    this.advance = advance;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  add(position: T): () => void {
    const entry = { position, done: false };
    this.waiting.push(entry);
    return () => {
      entry.done = true;
      const first = this.waiting.findIndex((candidate) => !candidate.done);
      const count = first < 0 ? this.waiting.length : first;
      const last = this.waiting[count - 1];
      if (!last) return;
      this.waiting.splice(0, count);
      this.advance(last.position);
    };
  }

  /** Ignores later acknowledgements. */
  clear(): void {
    this.waiting = [];
  }
}
