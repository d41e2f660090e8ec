import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { FileTable } from '../types/query.ts';
import { createQueries } from './queries.ts';
import { makeRequest } from './testing.ts';

const folder = makeTempFolder();
const queries = createQueries();
afterAll(() => queries.stop());

const TEXT = { name: 'a', type: 'VARCHAR' };
const write = (text: string, columns: FileTable['columns']): FileTable => {
  const path = join(folder, 'content');
  writeFileSync(path, text);
  return { name: 'table.csv', path, sizeBytes: text.length, columns };
};
const run = (table: FileTable, sql = 'select * from "table.csv"') =>
  queries.run(makeRequest(sql, { fileTables: [table] }));

describe('tables of uploaded files', () => {
  it('every cell is as it was written, however hostile', async () => {
    const cells = [
      'a;b',
      'say "no"',
      "'; drop table x; --",
      'two\nlines',
      '\u202e\u{1f600}{}[]',
      'NULL',
      '007',
      '"',
      '\\',
    ];
    const text = `a\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}"\n`).join('')}`;
    const { rows, reading } = await run(write(text, [TEXT]));
    expect(rows).toEqual(cells.map((cell) => [cell]));
    expect(reading).toMatchObject({ filesRead: 1, events: cells.length, unreadCount: 0 });
  });

  it('numbers are numbers, and cells without one are empty', async () => {
    const columns = [{ name: 'n', type: 'BIGINT' }, { name: 'x', type: 'DOUBLE' }, TEXT];
    const { rows } = await run(write('n;x;a\n1;0.5;\n;;b\n-20;1e3;c\n', columns));
    expect(rows).toEqual([
      [1, 0.5, ''],
      [null, null, 'b'],
      [-20, 1000, 'c'],
    ]);
  });

  it('a table of many rows is whole', async () => {
    const text = `a\n${Array.from({ length: 200_000 }, (_, n) => `row ${n}\n`).join('')}`;
    const sql = 'select count(*), count(distinct a), max(length(a)) from "table.csv"';
    expect((await run(write(text, [TEXT]), sql)).rows).toEqual([[200_000, 200_000, 10]]);
  });

  it('what cannot be read is said, and the rows before it are there', async () => {
    const torn = await run(write('a\none\ntwo\n"three', [TEXT]));
    expect(torn.rows).toEqual([['one'], ['two']]);
    expect(torn.reading.unread).toMatchObject([
      { file: 'table.csv', reason: expect.stringMatching(/quote/) },
    ]);
    const table = write('a\none\n', [TEXT]);
    rmSync(table.path);
    const gone = await run(table);
    expect(gone.rows).toEqual([]);
    expect(gone.reading.unread).toEqual([{ file: 'table.csv', reason: 'It is no longer there' }]);
  });
});
