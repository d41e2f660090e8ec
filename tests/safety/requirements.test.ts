import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findIds, isTest, listSources, ROOT, readTexts, TEST_FILES } from './titles.ts';

const STATES = ['built', 'built, no test of its own', 'not built', 'decided otherwise'];

const rows = [
  ...readFileSync(join(ROOT, 'src/docs/requirements.md'), 'utf8').matchAll(
    /^\| ([CER]\d\S*) \| ([^|]+) \| (.+) \|$/gm,
  ),
].map(([, id, state, line]) => ({ id: id!, state: state!, line: line! }));

/** Ids in test titles and table rows. */
const named = new Set(
  TEST_FILES.filter((file) => !import.meta.filename.endsWith(file))
    .flatMap(readTexts)
    .flatMap(({ text, title }) => findIds(text).filter((id) => title !== undefined || id.includes('-'))),
);

describe('requirements', () => {
  it('ids: each is defined once, with a state and a line', () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(rows.filter((row) => !STATES.includes(row.state))).toEqual([]);
    expect(ids.length).toBeGreaterThan(950);
  });

  it('titles of tests: every id is defined', () => {
    expect([...named].filter((id) => !rows.some((row) => row.id === id)).sort()).toEqual([]);
  });

  it('built: a test names the id', () => {
    const unnamed = rows.filter((row) => row.state === 'built' && !named.has(row.id));
    expect(unnamed.map((row) => row.id)).toEqual([]);
  });

  it('not built: no test names the id', () => {
    const built = rows.filter((row) => row.state === 'not built' && named.has(row.id));
    expect(built.map((row) => row.id)).toEqual([]);
  });

  it('code and comments: reasons stand in words, without ids', () => {
    const found = ['src', 'machines', 'styles']
      .flatMap(listSources)
      .filter((file) => !isTest(file))
      .map((file) => [file, findIds(readFileSync(join(ROOT, file), 'utf8'))] as const)
      .filter(([, ids]) => ids.length > 0);
    expect(found).toEqual([]);
  });
});

describe('ids', () => {
  it.each([
    ['an error [R2.1-05, E18]', ['R2.1-05', 'E18']],
    ['charts [R9-08 … R9-11]', ['R9-08', 'R9-09', 'R9-10', 'R9-11']],
    ['a promise [R4]', ['R4']],
    ['no id: S3, %E0, R2D2, UTF-8', []],
  ])('%s', (text, ids) => {
    expect(findIds(text).sort()).toEqual(ids.sort());
  });
});
