import { expect, test } from 'vitest';
import type { KeptMessage } from '../../contract/entities/conversation.ts';
import { findExcerpt, splitSearch } from './search-messages.ts';

const say = (message: string): KeptMessage => ({ source: 'User', message, steps: [], links: [] });
const find = (text: string, ...messages: string[]) => findExcerpt(messages.map(say), splitSearch(text));

test('words are found in any order and case, in one message', () => {
  expect(find('WEB "drop"?', 'Drop debug from web')).toBe('Drop debug from web');
  expect(find('web drop', 'drop debug', 'status of web')).toBeUndefined();
  expect(find('???', 'why???')).toBe('why???');
});

test('the newest message is shown, cut around the word', () => {
  const long = `${'a '.repeat(100)}needle\n${'b '.repeat(100)}`;
  expect(find('needle', 'needle first', long)).toMatch(/^…(?:a )+needle (?:b )+b…$/);
});

test('no word is a pattern', () => {
  expect(find('.*', 'anything')).toBeUndefined();
  expect(find('100%', 'at 100 %')).toBe('at 100 %');
});
