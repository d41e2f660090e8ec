import type { KeptMessage } from '../../contract/entities/conversation.ts';

const BEFORE = 30;
const BEHIND = 90;

const simplify = (text: string): string => text.toLowerCase();

/** Drops marks at the ends of words, so that `debug?` finds `debug`. */
export const splitSearch = (text: string): string[] =>
  simplify(text)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || word)
    .filter((word) => word !== '');

function cutAround(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(text.length, at + BEHIND);
  const part = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

/**
 * The newest message with all words, cut around the first.
 * @param words from `splitSearch`
 */
export function findExcerpt(messages: readonly KeptMessage[], words: readonly string[]): string | undefined {
  const found = messages.findLast(({ message }) => words.every((word) => simplify(message).includes(word)));
  return found && cutAround(found.message, Math.max(0, simplify(found.message).indexOf(words[0] ?? '')));
}
