import { truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { buildIndex } from '../archive-search/build-index.ts';
import {
  ArchiveFiles,
  type Format,
  HOUR,
  type Made,
  SOURCE,
  START,
} from '../archive-search/testing/archive-files.ts';
import { describeArchives } from './describe-archives.ts';
import { runQuery } from './run-query.ts';
import { makeRequest } from './testing.ts';

const FORMATS: Format[] = ['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'];
const toFile = (path: string) => ({ path, name: path, writtenAt: 0 });
const event = (at: number, json: string): Made => ({ micros: START + at, event: { json } });

const makeArchive = () => {
  const files = new ArchiveFiles(makeTempFolder());
  const table = { name: 'web', folders: [{ root: files.root, sourceId: SOURCE }] };
  const indexFolder = makeTempFolder();
  return {
    files,
    tellsAll: async (paths: readonly string[]) => {
      for (const path of paths) await buildIndex(indexFolder, toFile(path), async () => {}, 0);
    },
    describe: async (isIndexed: boolean) => {
      const tools = {
        tempFolder: makeTempFolder(),
        indexFolder: isIndexed ? indexFolder : undefined,
        settledMs: 0,
      };
      const [described] = await describeArchives([table], tools);
      if (!described) throw new Error('nothing is described');
      return described;
    },
    queryColumns: async () => {
      const request = makeRequest('select typeof(columns(*)) from web limit 1', {
        archives: [table],
        to: START + 4 * HOUR,
      });
      const { columns, rows } = await runQuery(request, { tempFolder: makeTempFolder() });
      return columns.map(({ name }, at) => ({ name, type: rows[0]?.[at] }));
    },
  };
};

describe('fields of archives', () => {
  it.each(FORMATS)('%s: an index tells names, types and sizes, and no file is opened', async (format) => {
    const archive = makeArchive();
    const paths = archive.files.write(format, [
      event(1, '{"status":200,"took":1.5,"user":{"id":"u1"},"caf\\u00e9":true}'),
      event(2, '{"status":"none","user":null,"late":[1]}'),
      { micros: START + 3, event: 'a line' },
    ]);
    const read = await archive.describe(false);
    expect(read.reading.unread).toEqual([]);
    expect(read.columns.slice(6)).toEqual([
      { name: 'café', type: 'BOOLEAN', bytes: 4 },
      { name: 'late', type: 'JSON', bytes: 3 },
      { name: 'status', type: 'VARCHAR', bytes: 9 },
      { name: 'took', type: 'DOUBLE', bytes: 3 },
      { name: 'user', type: 'JSON', bytes: 15 },
    ]);
    expect(read.columns).toContainEqual({ name: 'message', type: 'VARCHAR', bytes: 6 });
    await archive.tellsAll(paths);
    const { reading, ...told } = await archive.describe(true);
    expect(told).toEqual({ ...read, reading: undefined });
    expect(reading).toMatchObject({ filesRead: 0, events: 0 });
  });

  it('of more names than an index holds, the rest is said', async () => {
    const archive = makeArchive();
    const names = Array.from({ length: 600 }, (_, i) => `"f${i}":${i}`);
    await archive.tellsAll(
      archive.files.write('ndjson', [event(1, `{${names.join()},"${'x'.repeat(300)}":1}`)]),
    );
    const { columns, hasMoreFields } = await archive.describe(true);
    expect(columns).toHaveLength(506);
    expect(hasMoreFields).toBe(true);
  });

  it('a file that is cut short gives the fields that stand before', async () => {
    const archive = makeArchive();
    const [path = ''] = archive.files.write('ndjson', [event(1, '{"a":1}'), event(2, '{"b":1}')]);
    truncateSync(path, archive.files.read(path).length - 5);
    const { columns, describedFileCount, reading } = await archive.describe(true);
    expect(columns.slice(6)).toMatchObject([{ name: 'a' }]);
    expect(describedFileCount).toBe(0);
    expect(reading.unread).toMatchObject([{ reason: expect.stringContaining('cut short') }]);
  });

  const number = fc.constantFrom(
    '0',
    '-7',
    '1.5',
    '1e3',
    '9007199254740993',
    '9223372036854775808',
    '-9223372036854775808',
    '170141183460469231731687303715884105727',
    '170141183460469231731687303715884105728',
    '0.1',
  );
  const value = fc.oneof(
    number,
    number,
    fc.constantFrom(
      'true',
      'null',
      '"text"',
      '""',
      '{"a":{"b":[1]}}',
      '[]',
      '"esc\\n\\u0041"',
      '{}',
      '"{\\"a\\":1}"',
    ),
  );
  const name = fc.constantFrom(
    'a',
    'b',
    'B',
    'status',
    'received',
    'user.name',
    'tab\\t',
    'caf\\u00e9',
    'café',
    '',
  );
  const space = fc.constantFrom('', ' ');
  const object = fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, value), { maxLength: 5, selector: ([one]) => JSON.parse(`"${one}"`) }),
      space,
    )
    .map(
      ([members, gap]) =>
        `{${gap}${members.map(([key, one]) => `"${key}"${gap}:${gap}${one}`).join(`${gap},`)}}`,
    );
  const made = fc.array(
    fc.record({
      format: fc.constantFrom(...FORMATS),
      event: fc.oneof(
        { weight: 4, arbitrary: object.map((json) => ({ json })) },
        { weight: 1, arbitrary: fc.constant('line') },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('property: the fields are the columns of a query, with and without indexes', async () => {
    await fc.assert(
      fc.asyncProperty(made, async (list) => {
        const archive = makeArchive();
        const timed = list.map((one, at) => ({ ...one, micros: START + at }));
        for (const [format, some] of Map.groupBy(timed, (one) => one.format))
          await archive.tellsAll(archive.files.write(format, some));
        const { reading: _, ...read } = await archive.describe(false);
        const { reading, ...told } = await archive.describe(true);
        expect(told).toEqual(read);
        expect(reading.filesRead).toBe(0);
        const columns = read.columns.map(({ bytes: _, ...column }) => column);
        expect(columns).toEqual(await archive.queryColumns());
      }),
      { numRuns: 40 },
    );
  });
});
