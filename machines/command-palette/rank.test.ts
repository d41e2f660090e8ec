import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeFrecency,
  listRecentIds,
  parseUsage,
  recordUse,
  USAGE_LIMIT,
  type Usage,
} from './frecency.ts';
import type { PaletteCommand } from './palette.types.ts';
import { listCommandRows, listOptionRows, MAX_ROWS, RECENT_SECTION, sortBestFirst } from './rank.ts';

const DAY = 86_400_000;
const command = (id: string, title: string, over: Partial<PaletteCommand> = {}): PaletteCommand => ({
  id,
  title,
  group: 'Pipeline',
  ...over,
});
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('frecency', () => {
  test('a use is worth half after seven days', () => {
    const usage = recordUse({}, 'a', 0);
    expect(computeFrecency(usage, 'a', 7 * DAY)).toBeCloseTo(0.5);
    expect(computeFrecency(recordUse(usage, 'a', 7 * DAY), 'a', 7 * DAY)).toBeCloseTo(1.5);
    expect(computeFrecency(usage, 'b', 0)).toBe(0);
  });

  test('the last used come first, and only fifty are kept', () => {
    let usage: Usage = {};
    for (let index = 0; index < USAGE_LIMIT + 10; index += 1) usage = recordUse(usage, `c${index}`, index);
    expect(Object.keys(usage)).toHaveLength(USAGE_LIMIT);
    expect(listRecentIds(usage, 2)).toEqual(['c59', 'c58']);
  });

  test('stored usage that is not well formed is left out', () => {
    expect(parseUsage({ a: { score: 1, lastUsed: 2 }, b: null, c: { score: 'x' } })).toEqual({
      a: { score: 1, lastUsed: 2 },
    });
    expect(parseUsage('nonsense')).toEqual({});
  });
});

describe('rows', () => {
  const commands = [
    command('deploy', 'Deploy pipeline'),
    command('undeploy', 'Show deployments', { keywords: ['history'] }),
    command('delete', 'Delete pipeline', { refusal: 'Pipeline is Deploying' }),
  ];

  test('without a query the recents come first, then the rest in order', () => {
    const rows = listCommandRows(commands, '', recordUse({}, 'delete', 5), 5);
    expect(ids(rows)).toEqual(['delete', 'deploy', 'undeploy']);
    expect(rows.map(({ section }) => section)).toEqual([RECENT_SECTION, 'Pipeline', 'Pipeline']);
  });

  test('a better fit beats frequent use; use breaks ties', () => {
    let usage: Usage = {};
    for (let use = 0; use < 20; use += 1) usage = recordUse(usage, 'undeploy', 0);
    expect(ids(listCommandRows(commands, 'deploy', usage, 0))[0]).toBe('deploy');
    const decode = command('decode', 'Decode fields');
    expect(ids(listCommandRows([...commands, decode], 'de', recordUse({}, 'decode', 0), 0))[0]).toBe(
      'decode',
    );
  });

  test('what can run comes first, and a typing error finds it', () => {
    const several = [command('pauseAll', 'Pause all', { refusal: 'None runs' }), command('pause', 'Pause')];
    for (const typed of ['paus', 'pasue', 'puase', 'pausee', 'pawse'])
      expect(ids(listCommandRows(several, typed, {}, 0)), typed).toEqual(['pause', 'pauseAll']);
    expect(listCommandRows(several, 'purse dew', {}, 0)).toEqual([]);
  });

  test('of a long list that cannot run, six are shown beside what can', () => {
    const refused = Array.from({ length: 20 }, (_, at) =>
      command(`x${at}`, `Pause ${at}`, { refusal: 'None runs' }),
    );
    expect(listCommandRows([...refused, command('pause', 'Pause')], 'pause', {}, 0)).toHaveLength(7);
    expect(listCommandRows(refused, 'pause', {}, 0)).toHaveLength(20);
  });

  test('a command that cannot run now stays listed, with its reason', () => {
    expect(listCommandRows(commands, 'delete', {}, 0)).toMatchObject([
      { id: 'delete', refusal: 'Pipeline is Deploying' },
    ]);
  });

  test('every typed word must fit: title, keyword, group or letters in order', () => {
    expect(ids(listCommandRows(commands, 'history', {}, 0))).toEqual(['undeploy']);
    expect(ids(listCommandRows(commands, 'dply', {}, 0))).toEqual(['deploy', 'undeploy']);
    expect(listCommandRows(commands, 'deploy zebra', {}, 0)).toEqual([]);
  });

  test('at most 50 commands and 35 options are listed [R2.8-34]', () => {
    const many = Array.from({ length: 200 }, (_, index) => command(`c${index}`, `Command ${index}`));
    expect(listCommandRows(many, '', {}, 0)).toHaveLength(MAX_ROWS);
    expect(listCommandRows(many, 'command', {}, 0)).toHaveLength(MAX_ROWS);
    expect(listOptionRows(many, '')).toHaveLength(35);
  });

  test('a long repeated query ends at once', () => {
    expect(listCommandRows(commands, 'de'.repeat(5000), {}, 0)).toEqual([]);
  });
});

/** How well a title fits 'pipe': the whole of it, its beginning, the beginning of a word, inside, not at all. */
const FIT: Record<string, number> = { pipe: 4, pipeline: 3, 'my pipe': 2, xpipe: 1, other: 0, 'p i p e': 0 };

test('the first rows are those of a full sort, ties in their order', () => {
  const title = fc.constantFrom(...Object.keys(FIT));
  const limits = fc.integer({ min: 1, max: 12 });
  const weights = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(title, { maxLength: 40 }), limits, weights, (titles, limit, weight) => {
      const items = titles.map((text, at) => command(String(at), text, { group: 'Nodes' }));
      const weightOf = (id: string) => weight[Number(id)] ?? 0;
      const sorted = items
        .filter(({ title }) => FIT[title]! > 0)
        .sort((a, b) => FIT[b.title]! - FIT[a.title]! || weightOf(b.id) - weightOf(a.id));
      const { best, hasMore } = sortBestFirst(items, 'pipe', limit, weightOf);
      expect(ids(best)).toEqual(ids(sorted.slice(0, limit)));
      expect(hasMore).toBe(sorted.length > limit);
    }),
  );
});

test('of more than are shown, none that fits better is passed over', () => {
  const words = ['pipe', 'pipeline', 'my', 'xpipe', 'parse', 'p', 'other', 'pi'];
  const phrase = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' '));
  const item = fc.record({ title: phrase, keywords: fc.option(fc.array(phrase, { maxLength: 2 })) });
  const limits = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), phrase, limits, (made, query, limit) => {
      const items = made.map(({ title, keywords }, at) =>
        command(String(at), title, keywords ? { keywords } : {}),
      );
      const all = sortBestFirst(items, query, items.length + 1);
      const { best, hasMore } = sortBestFirst(items, query, limit);
      expect(ids(best)).toEqual(ids(all.best.slice(0, limit)));
      expect(hasMore).toBe(all.best.length > limit);
    }),
  );
});
