/**
 * A map that knows its oldest entry without looking for it: a Map keeps the holes of what was deleted, and
 * going over them from the start each time would cost more the more there are.
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

  /** Adds it as the youngest; the key must be new, and so must the value. */
  add(key: K, value: V): void {
    this.#map.set(key, value);
  }

  delete(key: K): void {
    this.#map.delete(key);
  }

  /** The entry that was added first of those that are left. */
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
    // An iterator that came to the end stays there.
    this.#rest = this.#map.entries();
    const first = this.#rest.next();
    return first.done ? null : first.value;
  }
}
