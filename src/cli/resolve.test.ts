import { expect, test } from 'vitest';
import type { Run } from './command.ts';
import { type Entry, listAll, pick } from './resolve.ts';

const entry = (id: string, name: string): Entry => ({ id, name });

test('a list is read page by page to its end', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => entry(name, name));
  const asked: number[] = [];
  const client = {
    call: async (_id: string, { query }: { query: Record<string, number> }) => {
      const offset = query['pagination.offset'] ?? 0;
      asked.push(offset);
      const data = { pipelines: all.slice(offset, offset + 2), pagination: { totalCount: all.length } };
      return { data, etag: undefined };
    },
  };
  expect(await listAll({ client } as unknown as Run, 'pipelines')).toEqual(all);
  expect(asked).toEqual([0, 2, 4]);
});

test('an id wins over a name; ambiguous and unknown names say what to do', () => {
  const entries = [entry('1', 'web'), entry('2', 'web'), entry('web', 'api'), entry('4', 'web logs')];
  expect(pick(entries, 'pipeline', 'web').name).toBe('api');
  expect(() => pick(entries.slice(0, 2), 'pipeline', 'web')).toThrow("2 pipelines have the name 'web'");
  expect(() => pick(entries, 'pipeline', 'LOGS')).toThrow("There is no pipeline 'LOGS'");
});
