/**
 * A map that evicts the least recently used beyond `limit` entries. Two generations, so looking up a frequent
 * key writes nothing.
 */
export class RecentMap<T> {
  readonly #half: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  /** @param limit at least 2 */
  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old);
    return old;
  }

  set(key: string, value: T): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
