import type { LogQuery } from '../../contract/log-query/index.ts';
import { type EventSet, makeEventSet, WORD_MIN, type WordLists } from './word-lists.ts';

export type WordTest =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly WordTest[] }
  | { readonly kind: 'not'; readonly part: WordTest };

const LETTERS = new RegExp(`^[a-z]{${WORD_MIN},}$`);

/** Undefined when words cannot decide the query. */
export function toWordTest(query: LogQuery): WordTest | undefined {
  switch (query.kind) {
    case 'text': {
      const [text = '', ...more] = query.value;
      const lower = text.toLowerCase();
      // The lower case of a non-ASCII letter may be ASCII.
      return more.length === 0 && LETTERS.test(lower) && lower.length === Buffer.byteLength(text)
        ? { kind: 'word', text: lower }
        : undefined;
    }
    case 'and':
    case 'or': {
      const parts = query.parts.flatMap((part) => toWordTest(part) ?? []);
      return parts.length === query.parts.length ? { kind: query.kind, parts } : undefined;
    }
    case 'not': {
      const part = toWordTest(query.part);
      return part && { kind: 'not', part };
    }
    default:
      return undefined;
  }
}

/** Events that pass. Ignore bits after the last event. */
export function findByWords(test: WordTest, lists: WordLists, events: number): EventSet {
  switch (test.kind) {
    case 'word':
      return lists.find(test.text);
    case 'not':
      return findByWords(test.part, lists, events).map((byte) => ~byte);
    case 'and':
    case 'or': {
      const all = makeEventSet(events).fill(test.kind === 'and' ? 0xff : 0);
      for (const part of test.parts) {
        const found = findByWords(part, lists, events);
        for (let at = 0; at < all.length; at++)
          if (test.kind === 'and') all[at]! &= found[at]!;
          else all[at]! |= found[at]!;
      }
      return all;
    }
  }
}
