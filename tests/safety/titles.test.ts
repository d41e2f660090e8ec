import { describe, expect, it } from 'vitest';
import { findIds, readTexts, TEST_FILES, type Text } from './titles.ts';

const MAX_WORDS = 15;
const MAX_IDS = 3;

/** Ids at the end of a title; a range counts as one. */
const BRACKET = / \[((?:[CER]\d[\d.]*(?:-\d+)?(?: … | ?, |(?=\]))|\$0)+)\]$/;

const withoutIds = ({ text }: Text): string => text.replace(BRACKET, '');
const countWords = (title: Text): number =>
  withoutIds(title)
    .replaceAll(/\$\{[^}]*\}/g, 'value')
    .split(/\s+/).length;
const countIds = ({ text }: Text): number => BRACKET.exec(text)?.[1]?.split(', ').length ?? 0;

const titles = TEST_FILES.flatMap(readTexts).filter(({ title }) => title !== undefined);
const show = ({ file, line, text }: Text): string => `${file}:${line} ${text}`;

describe('titles of tests', () => {
  it('words: fifteen at most', () => {
    expect(titles.filter((title) => countWords(title) > MAX_WORDS).map(show)).toEqual([]);
    expect(titles.length).toBeGreaterThan(3_000);
  });

  it('ids: in brackets at the end', () => {
    expect(titles.filter((title) => findIds(withoutIds(title)).length > 0).map(show)).toEqual([]);
  });

  it('ids: three at most for a test, any number for a group', () => {
    const tests = titles.filter(({ title }) => title === 'test');
    expect(tests.filter((title) => countIds(title) > MAX_IDS).map(show)).toEqual([]);
  });
});
