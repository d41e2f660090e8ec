/**
 * A map with fast access to its oldest entry. Iterating a plain Map slows down, because deleted entries leave
 * holes.
 */
export class OldestFirst<K, V extends object> {
  readonly #map = new Map<K, V>();
  #rest = this.#map.entries();
  #head: [K, V] | null = null;

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  /** Key and value must be new. */
  add(key: K, value: V): void {
    this.#map.set(key, value);
  }

  delete(key: K): void {
    this.#map.delete(key);
  }

  oldest(): readonly [K, V] | null {
    for (;;) {
      this.#head ??= this.#next();
      if (!this.#head || this.#map.get(this.#head[0]) === this.#head[1]) return this.#head;
      this.#head = null;
    }
  }

  #next(): [K, V] | null {
    const next = this.#rest.next();
    if (!next.done) return next.value;
    // A finished iterator misses later entries.
    this.#rest = this.#map.entries();
    const first = this.#rest.next();
    return first.done ? null : first.value;
  }
}
