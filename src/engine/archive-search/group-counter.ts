import type { ArchiveGroups } from '../types/archive-search.ts';
import { createFieldReader, toValueText } from './matcher.ts';
import type { ArchiveEvent } from './record.ts';

const VALUES_MAX = 1000;
const VALUE_LENGTH_MAX = 200;

/** Counts all matches by field value and time; each element of a list counts. */
export class GroupCounter {
  readonly #read: (event: ArchiveEvent) => Iterable<unknown>;
  readonly #values = new Map<string, Map<number, number>>();
  #leftOut = 0;

  constructor(field: string) {
    this.#read = createFieldReader(field);
  }

  add(event: ArchiveEvent, start: number): void {
    const texts = new Set<string>();
    for (const value of this.#read(event))
      if (value !== null && typeof value !== 'object') texts.add(toValueText(value));
    for (const text of texts) {
      let buckets = this.#values.get(text);
      if (!buckets) {
        if (this.#values.size >= VALUES_MAX || text.length > VALUE_LENGTH_MAX) {
          this.#leftOut += 1;
          continue;
        }
        buckets = new Map();
        this.#values.set(text, buckets);
      }
      buckets.set(start, (buckets.get(start) ?? 0) + 1);
    }
  }

  summarize(): ArchiveGroups {
    return {
      values: [...this.#values].map(([value, buckets]) => ({ value, buckets: [...buckets] })),
      leftOut: this.#leftOut,
    };
  }
}
