import { describe, expect, test } from 'vitest';
import { formatLabels, readLabelText } from './fleet-labels.ts';

describe('labels as typed', () => {
  test.each([
    ['environment=staging', { labels: { environment: 'staging' }, removed: [] }],
    ['a=1, b=2 -c', { labels: { a: '1', b: '2' }, removed: ['c'] }],
    ['site="North branch"', { labels: { site: 'North branch' }, removed: [] }],
    ['url=a=b', { labels: { url: 'a=b' }, removed: [] }],
    ['', { labels: {}, removed: [] }],
  ])('%s', (text, expected) => {
    expect(readLabelText(text)).toEqual(expected);
  });

  test.each([
    ['staging', "Write 'staging' as key=value, or -staging to take it away"],
    ['environment=', "'environment' needs a value"],
    ['=staging', "'' is no key: a letter or digit, then letters, digits and . _ - /"],
    ['__proto__=a', "'__proto__' is no key: a letter or digit, then letters, digits and . _ - /"],
    [`${'k'.repeat(64)}=a`, 'A key must be at most 63 characters'],
    [`a=${'v'.repeat(201)}`, 'A value must be at most 200 characters'],
    [Array.from({ length: 21 }, (_, at) => `k${at}=1`).join(' '), 'An agent has at most 20 labels'],
  ])('%s is refused', (text, message) => {
    expect(readLabelText(text)).toBe(message);
  });

  test('they are shown by key', () => {
    expect(formatLabels({ b: '2', a: '1' })).toEqual(['a=1', 'b=2']);
  });
});
