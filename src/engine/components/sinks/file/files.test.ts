import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { rehearseFile } from './rehearsal.ts';
import { fileSink } from './sink.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const config = () => ({ path: join(folder, 'deep/events.parquet'), format: 'parquet' });
const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const readRows = (name: string) =>
  parquetReadObjects({ file: new Uint8Array(readFileSync(join(folder, name))).buffer });

describe('the file destination, in complete files', () => {
  it('writes each batch as one Parquet file whose name sorts by time', async () => {
    const sink = await fileSink.open(config(), new SinkProbe().context);
    expect(sink.batching).toEqual({ maxEvents: 100_000, maxBytes: 16 << 20, timeoutMs: 60_000 });
    const batch = jsonBatch({ a: 1 }, { drop: true }, { a: 2, b: 'x' });
    batch.drop(1);
    expect(await sink.write(batch)).toEqual({ bytes: 22, objects: 1 });
    await sink.write(rawBatch('line'));
    await sink.close();
    const names = files();
    expect(names).toEqual([
      expect.stringMatching(/^deep\/events-\d{8}T\d{9}Z-000000-[0-9a-f]{16}\.parquet$/),
      expect.stringMatching(/^deep\/events-\d{8}T\d{9}Z-000001-[0-9a-f]{16}\.parquet$/),
    ]);
    expect(await readRows(names[0]!)).toEqual([
      { a: 1n, b: null },
      { a: 2n, b: 'x' },
    ]);
    expect(await readRows(names[1]!)).toEqual([{ message: 'line' }]);
  });

  it('removes what a crash left of a file that was not complete [R1]', async () => {
    mkdirSync(join(folder, 'deep'));
    const { context } = new SinkProbe();
    writeFileSync(join(folder, `deep/.penstock-${context.componentId}.part`), 'half');
    const sink = await fileSink.open(config(), context);
    expect(files()).toEqual([]);
    await sink.close();
  });

  it('a failed write is retried whole, leaving nothing behind [R4]', async () => {
    const sink = await fileSink.open(config(), new SinkProbe().context);
    rmSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'deep'), 'a file');
    await expect(sink.write(jsonBatch({ a: 1 }))).rejects.toMatchObject({ name: 'RetryableError' });
    rmSync(join(folder, 'deep'));
    await sink.write(jsonBatch({ a: 1 }));
    expect(files()).toHaveLength(1);
    await sink.close();
  });

  it('refuses a folder that is a file', async () => {
    writeFileSync(join(folder, 'deep'), '');
    await expect(fileSink.open(config(), new SinkProbe().context)).rejects.toMatchObject({
      problem: { errorName: expect.stringMatching(/FolderIsFile/) },
    });
  });

  it('a test writes a Parquet file aside and removes it', async () => {
    const rehearsal = await rehearseFile(config());
    const sink = await fileSink.open(rehearsal.config, new SinkProbe().context);
    await sink.write(jsonBatch({ a: 1 }));
    await sink.close();
    const findings = await rehearsal.end();
    expect(findings.map(({ label }) => label)).toEqual(['Test file', 'Left behind']);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the file destination as an archive', () => {
  const record = (received: string, message: string) => ({
    received,
    source: 'web logs',
    sourceId: '200000000000000001',
    message,
  });
  const at = (hour: number) => `source=200000000000000001-web_logs/year=2026/month=11/day=21/hour=${hour}`;
  const batch = () =>
    jsonBatch(record('2026-11-21T22:59:59.999999Z', 'one'), record('2026-11-21T23:00:00.000001Z', 'two'), {
      ...record('2026-11-21T23:00:00.000002Z', ''),
      message: undefined,
      event: { a: [1] },
    });

  it.each(['ndjson', 'text'])('writes NDJSON by source and hour of receipt (format %s)', async (format) => {
    const path = join(folder, 'archive/any.log');
    const sink = await fileSink.openArchive!({ path, format }, new SinkProbe().context);
    await sink.write(batch());
    await sink.close();
    const names = files();
    expect(names).toEqual([
      expect.stringMatching(`^archive/${at(22)}/\\d{8}T\\d{9}Z-000000-[0-9a-f]{16}\\.ndjson$`),
      expect.stringMatching(`^archive/${at(23)}/\\d{8}T\\d{9}Z-000001-[0-9a-f]{16}\\.ndjson$`),
    ]);
    expect(readFileSync(join(folder, names[0]!), 'utf8')).toBe(
      `${JSON.stringify(record('2026-11-21T22:59:59.999999Z', 'one'))}\n`,
    );
  });

  it('writes Parquet whose files all have the same columns', async () => {
    const sink = await fileSink.openArchive!(config(), new SinkProbe().context);
    await sink.write(batch());
    await sink.close();
    const [first, second] = files();
    expect(await readRows(first!)).toEqual([
      {
        received: new Date('2026-11-21T22:59:59.999Z'),
        source: 'web logs',
        sourceId: '200000000000000001',
        message: 'one',
        event: null,
      },
    ]);
    expect((await readRows(second!)).map(({ message, event }) => [message, event])).toEqual([
      ['two', null],
      [null, '{"a":[1]}'],
    ]);
  });
});
