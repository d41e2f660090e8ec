import type { FieldFacet } from '../types/archive-search.ts';
import { toValueText } from './matcher.ts';
import type { ArchiveEvent } from './record.ts';

export const FACET_EVENTS = 50_000;
const FIELDS_MAX = 200;
const VALUES_MAX = 1000;
const VALUES_SENT = 50;
const VALUE_LENGTH_MAX = 200;
const DEPTH_MAX = 6;
/** Senders choose names; longer ones are not counted. */
const NAME_LENGTH_MAX = 256;

type Field = {
  events: number;
  hasText: boolean;
  hasNumber: boolean;
  isCapped: boolean;
  readonly counts: Map<string, number>;
};

export class FacetCounter {
  readonly #fields = new Map<string, Field>();
  readonly #limit: number;
  #events = 0;
  #bytes = 0;

  constructor(limit = FACET_EVENTS) {
    this.#limit = limit;
  }

  get events(): number {
    return this.#events;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#events >= this.#limit;
  }

  add(event: ArchiveEvent): void {
    if (this.isFull) return;
    this.#events++;
    this.#bytes += Buffer.byteLength(event.record.text);
    const values = new Map<string, Set<unknown>>([['@source', new Set([event.record.source])]]);
    if (!event.record.isText) collect(event.fields, '', values, 0);
    for (const [name, found] of values) this.#count(name, found);
  }

  #count(name: string, values: ReadonlySet<unknown>): void {
    let field = this.#fields.get(name);
    if (!field) {
      if (this.#fields.size >= FIELDS_MAX) return;
      field = { events: 0, hasText: false, hasNumber: false, isCapped: false, counts: new Map() };
      this.#fields.set(name, field);
    }
    field.events++;
    const texts = new Set<string>();
    for (const value of values) {
      if (typeof value === 'number') field.hasNumber = true;
      else if (value !== null) field.hasText = true;
      texts.add(toValueText(value));
    }
    for (const text of texts) {
      const before = field.counts.get(text);
      if (before !== undefined) field.counts.set(text, before + 1);
      else if (field.counts.size < VALUES_MAX && text.length <= VALUE_LENGTH_MAX) field.counts.set(text, 1);
      else field.isCapped = true;
    }
  }

  /** Most frequent fields first; a value that all events share keeps its count. */
  summarize(): FieldFacet[] {
    return [...this.#fields]
      .map(([field, { events, hasText, hasNumber, isCapped, counts }]) => ({
        field,
        type: hasText && hasNumber ? ('mixed' as const) : hasNumber ? ('number' as const) : ('text' as const),
        events,
        values: [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          .slice(0, VALUES_SENT),
        distinct: counts.size,
        isCapped,
      }))
      .sort((a, b) => b.events - a.events || a.distinct - b.distinct || (a.field < b.field ? -1 : 1));
  }
}

function collect(value: unknown, path: string, found: Map<string, Set<unknown>>, depth: number): void {
  if (value === null || typeof value !== 'object') {
    if (path === '') return;
    const values = found.get(path) ?? new Set();
    found.set(path, values.add(value));
  } else if (depth < DEPTH_MAX)
    if (Array.isArray(value)) for (const one of value) collect(one, path, found, depth + 1);
    else
      for (const [key, one] of Object.entries(value))
        if (path.length + key.length < NAME_LENGTH_MAX)
          collect(one, path === '' ? key : `${path}.${key}`, found, depth + 1);
}
