// Slow: kills an engine that archives under load, several times.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import type { Counters, PipelinePlan, PlanNode } from '../../src/engine/port.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { buildArchivePlan } from '../../src/service/archives/plan.ts';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted } from './harness/bench.ts';
import { dropLines, planOf, SITE, sink, source } from './harness/plans.ts';
import { freePort, ProcessBench, Sender } from './harness/process-bench.ts';

const ARCHIVE = '300000000000000009';
const SOURCE = '200000000000000001';
const STORE = '200000000000000002';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Config = Record<string, unknown>;
const checked = (nodeType: PlanNode['nodeType'], templateId: string, config: Config): Config => {
  const { config: valid, details } = validateConfig(nodeType, templateId, config);
  expect(details).toBeUndefined();
  return valid!;
};

const archiveOf = (from: PlanNode, format: string, more: Config = {}): PipelinePlan =>
  buildArchivePlan({
    id: ARCHIVE,
    siteId: SITE,
    source: from,
    sink: {
      id: STORE,
      name: 'Archive',
      templateId: 'file',
      config: checked('SINK', 'file', {
        path: join(folder, 'archive/any.log'),
        format,
        files: { timeoutMs: 20 },
        ...more,
      }),
    },
  });

const filesOf = (): string[] =>
  readdirSync(join(folder, 'archive'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

type Row = {
  received: unknown;
  source: string;
  sourceId: string;
  message?: string | null;
  event?: unknown;
  origin?: unknown;
};
async function rowsOf(file: string): Promise<Row[]> {
  if (file.endsWith('.parquet'))
    return (await parquetReadObjects({ file: new Uint8Array(readFileSync(file)).buffer })) as Row[];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
const archived = async (): Promise<Row[]> => (await Promise.all(filesOf().map(rowsOf))).flat();

/** Web server lines, including all troublesome kinds. */
const accessLines = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `192.0.2.${n % 256} - - [21/Nov/2026:22:15:${String(n % 60).padStart(2, '0')} +0000] "GET /a?b=${n}&q=\\"ü\\" HTTP/1.1" ${n % 7 === 0 ? 404 : 200} ${n * 13} "-" "Mozilla/5.0 (X11)"`,
  );

describe('archives of sources, in the engine', () => {
  let engine: Engine;
  let port = 0;
  beforeEach(async () => {
    engine = new Engine(folder, SITE, components);
    port = await freePort();
  });
  afterEach(() => engine.stop(0));

  const tcp = (): PlanNode => source(SOURCE, 'tcp', checked('SOURCE', 'tcp', { port }));
  const pipeline = (mode: PipelinePlan['mode'] = 'run', config: Config = {}): PipelinePlan =>
    planOf(
      [
        tcp(),
        dropLines('100000000000000001', ' 404 '),
        sink(
          '200000000000000003',
          checked('SINK', 'file', { path: join(folder, 'out.log'), ...config }),
          'file',
        ),
      ],
      [`${SOURCE}>100000000000000001`, '100000000000000001>200000000000000003'],
      { mode },
    );
  const counters = (pipelineId: string, id: string): Counters => engine.counters()[pipelineId]![id]!;
  const send = (lines: string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', reject);
      socket.end(`${lines.join('\n')}\n`, () => resolve());
    });
  const written = (count: number) =>
    eventually(() => expect(counters(ARCHIVE, STORE).eventsOut).toBe(count), 30_000);

  it.each(['ndjson', 'parquet'])(
    'keeps everything the source received as %s, in order, once [R7-49]',
    async (format) => {
      await engine.deploy(archiveOf(tcp(), format));
      await engine.deploy(pipeline());
      const lines = accessLines(5000);
      await send(lines);
      await written(5000);
      const rows = await archived();
      expect(rows.map(({ message }) => message)).toEqual(lines);
      const times = rows.map(({ received }) =>
        received instanceof Date ? received.toISOString() : received,
      );
      expect([...times].sort()).toEqual(times);
      expect(new Set(rows.map((row) => `${row.source} ${row.sourceId}`))).toEqual(
        new Set([`node ${SOURCE} ${SOURCE}`]),
      );
      const hour =
        /\/archive\/source=200000000000000001-node_200000000000000001\/year=\d{4}\/month=\d\d\/day=\d\d\/hour=\d\d\/\d{8}T/;
      for (const file of filesOf()) expect(file).toMatch(hour);
      await eventually(() =>
        expect(counters(planOf([], []).pipelineId, '200000000000000003').eventsOut).toBe(4285),
      );
      expectAccounted(engine.counters());
      const { bytesOut } = counters(ARCHIVE, STORE);
      if (format === 'ndjson')
        expect(bytesOut).toBe(filesOf().reduce((sum, file) => sum + readFileSync(file).length, 0) - 5000);
      expect(counters(ARCHIVE, SOURCE).bytesIn).toBe(counters(planOf([], []).pipelineId, SOURCE).bytesIn);
    },
    60_000,
  );

  it.each(['ndjson', 'parquet'])(
    'says where events came from where that is chosen, as %s',
    async (format) => {
      await engine.deploy(archiveOf(tcp(), format, { origin: true }));
      await engine.deploy(pipeline());
      await send(['one']);
      await written(1);
      const [row] = await archived();
      const origin: unknown = typeof row?.origin === 'string' ? JSON.parse(row.origin) : row?.origin;
      const sender = { sender: '127.0.0.1', listener: `127.0.0.1:${port}` };
      expect(origin).toMatchObject({ source: `node ${SOURCE}`, ...sender });
      const out = () => readFileSync(join(folder, 'out.log'), 'utf8');
      await eventually(() => expect(out()).toBe('{"message":"one"}\n'));
    },
  );

  it('takes what running pipelines take, without running a source itself [R7-49]', async () => {
    await engine.deploy(archiveOf(tcp(), 'ndjson'));
    await expect(send(['nobody listens'])).rejects.toThrow(/ECONNREFUSED/);
    await engine.deploy(pipeline('pause'));
    const sent = send(['held until the pipeline runs']);
    await engine.deploy(pipeline());
    await sent;
    await written(1);
    await engine.remove(pipeline().pipelineId, 1000, () => {});
    await expect(send(['nobody listens'])).rejects.toThrow(/ECONNREFUSED/);
    expect((await archived()).map(({ message }) => message)).toEqual(['held until the pipeline runs']);
  });

  it('ends when removed: what waited is written, the pipeline goes on [R7-50]', async () => {
    await engine.deploy(pipeline());
    await engine.deploy(archiveOf(tcp(), 'ndjson', { files: { timeoutMs: 600_000 } }));
    await send(accessLines(10));
    await eventually(() => expect(counters(ARCHIVE, SOURCE).eventsIn).toBe(10));
    await engine.remove(ARCHIVE, 10_000, () => {});
    expect(await archived()).toHaveLength(10);
    await send(accessLines(10));
    await eventually(() => expect(counters(pipeline().pipelineId, SOURCE).eventsIn).toBe(20));
    expect(await archived()).toHaveLength(10);
  });

  it('misses nothing while settings change, and follows renames of the source', async () => {
    await engine.deploy(archiveOf(tcp(), 'ndjson'));
    await engine.deploy(pipeline());
    const all = accessLines(400);
    const sending = (async () => {
      for (let from = 0; from < all.length; from += 20) await send(all.slice(from, from + 20));
    })();
    for (const maxBytes of [2 << 20, 4 << 20, 8 << 20])
      await engine.deploy(
        archiveOf({ ...tcp(), name: 'renamed' }, 'ndjson', { buffer: { mode: 'disk', maxBytes } }),
      );
    await sending;
    await written(400);
    expect((await archived()).map(({ message }) => message).sort()).toEqual([...all].sort());
    expect(filesOf().some((file) => file.includes(`source=${SOURCE}-renamed/`))).toBe(true);
    expectAccounted(engine.counters());
  });

  it('answers a sender only once the archive has its events too [R1]', async () => {
    writeFileSync(join(folder, 'archive'), 'in the way');
    const http = source(SOURCE, 'http_server', checked('SOURCE', 'http_server', { port, format: 'text' }));
    const memory = { mode: 'memory' };
    await expect(engine.deploy(archiveOf(http, 'ndjson'))).rejects.toThrow();
    rmSync(join(folder, 'archive'));
    await engine.deploy(archiveOf(http, 'ndjson', { buffer: memory }));
    await engine.deploy({
      ...pipeline(),
      nodes: pipeline().nodes.map((node) => (node.id === SOURCE ? http : node)),
    });
    rmSync(join(folder, 'archive'), { recursive: true });
    writeFileSync(join(folder, 'archive'), 'in the way');
    let isAnswered = false;
    const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a line\n' }).then(
      (response) => {
        isAnswered = true;
        return response.status;
      },
    );
    await eventually(() => expect(counters(pipeline().pipelineId, '200000000000000003').eventsOut).toBe(1));
    await eventually(() => expect(counters(ARCHIVE, STORE).errors).toBeGreaterThan(0));
    expect(isAnswered).toBe(false);
    rmSync(join(folder, 'archive'));
    expect(await answer).toBe(200);
    expect((await archived()).map(({ message }) => message)).toEqual(['a line']);
  }, 180_000);
});

describe('archives of sources, when the engine is killed', () => {
  it('have every event that was acknowledged [R1]', async () => {
    const bench = new ProcessBench();
    try {
      await bench.run('disk');
      const posted = { ...source('disk-in', 'posted'), config: {} };
      await bench.engine.deploy(archiveOf(posted, 'ndjson'));
      const sender = new Sender(bench.disk, 2);
      for (const kill of [1, 2, 3]) {
        const before = sender.acknowledged.length;
        await eventually(() => expect(sender.acknowledged.length).toBeGreaterThan(before + 200), 60_000);
        const starts = bench.reports.filter((one) => one.type === 'state' && one.state === 'running').length;
        process.kill(bench.engine.pid!, 'SIGKILL');
        await eventually(
          () =>
            expect(
              bench.reports.filter((one) => one.type === 'state' && one.state === 'running').length,
              `after kill ${kill}`,
            ).toBe(starts + 1),
          30_000,
        );
      }
      await sender.stop();
      bench.reports.splice(0, bench.reports.length);
      await eventually(() => {
        const last = bench.reports.findLast((one) => one.type === 'counters');
        expect(last?.pipelines[ARCHIVE]?.[STORE]?.eventsBuffered).toBe(0);
      }, 180_000);
      const kept = new Set((await archived()).map(({ message }) => message));
      expect(sender.acknowledged.length).toBeGreaterThan(600);
      expect(sender.acknowledged.filter((line) => !kept.has(line))).toEqual([]);
    } finally {
      await bench.end();
    }
  }, 240_000);
});
