/** Positions in order of delivery; acknowledgements may come in any order. */
export class AckOrder<T> {
  private waiting: { position: T; done: boolean }[] = [];
  private readonly advance: (position: T) => void;

  /** `advance` is told each time all deliveries up to a newer position are acknowledged. */
  constructor(advance: (position: T) => void) {
    this.advance = advance;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** Call the answer once the delivery up to that position is acknowledged. */
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

  /** Forgets what waits: late acknowledgements change nothing. */
  clear(): void {
    this.waiting = [];
  }
}
