import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { createStore } from '../../src/service/store/index.ts';
import type { Connection } from '../../src/service/store/open.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { createChain, createGraphBody, makeConnections, makePipeline } from '../api/support/fixtures.ts';
import { startService, type TestService, toRequest } from '../api/support/service.ts';
import { type Place, postgres, sqlite } from '../api/support/store-places.ts';

const NODE_COUNTS = [10, 100, 200, 1000];
const NODES_PER_PIPELINE = 10;
const DAY = 86_400;
const HOUR = 3600;
const RANGES = { '1 h': HOUR, '1 d': DAY, '7 d': 7 * DAY, '60 d': 60 * DAY };
const RUNS = 3;
/** Off the hour, so that the ends of each range are read from minutes. */
const NOW = 1_800_000_000 + 1234;

type Range = keyof typeof RANGES;
/**
 * `ms` is latency; `cpuMs` is CPU time of all service threads (SQLite included), stable on a busy machine;
 * `blockedMs` is how long the request thread was blocked.
 */
type Timing = { call: string; range: Range; ms: number; cpuMs: number; blockedMs: number };
type Filled = { database: string; nodes: number; rows: number; fillSeconds: number; timings: Timing[] };
export type TimeSeriesBench = { filled: Filled[]; loadAverage: number };

type Row = (what: string, figure: string, budget: string) => void;
type Made = { pipelineIds: string[]; components: { pipelineId: string; componentId: string }[] };

export async function makePipelines(api: TestService, nodes: number): Promise<Made> {
  const made: Made = { pipelineIds: [], components: [] };
  for (let at = 0; at < nodes / NODES_PER_PIPELINE; at++) {
    const { sourceId, sinkId } = await makeConnections(api, `p${at}`);
    const pipelineId = await makePipeline(api, `p${at}`);
    const transforms = Array.from({ length: NODES_PER_PIPELINE - 2 }, (_, index) => ({
      name: `T${index}`,
      templateId: 'parse_json',
      config: {},
      pipelineId,
    }));
    const { body } = await api.call('createTransforms', { body: { transforms } });
    const ids = [sourceId, ...(body.transformIds as string[]), sinkId];
    await api.call('saveGraph', { body: createGraphBody(pipelineId, createChain(...ids)) });
    made.pipelineIds.push(pipelineId);
    made.components.push(...ids.map((componentId) => ({ pipelineId, componentId })));
  }
  return made;
}

/**
 * Fills what the queries read: hours, 6 hours and days of 60 days; minutes of some hours around each end; 10
 * s rows of two hours. Other minutes are never read.
 */
async function fill({ db }: Connection, { components }: Made): Promise<number> {
  await sql`create table bench_components (pipeline_id text, component_id text)`.execute(db);
  for (const { pipelineId, componentId } of components)
    await sql`insert into bench_components values (${pipelineId}, ${componentId})`.execute(db);
  const names = sql.join(COUNTER_COLUMNS.map((name) => sql.ref(name)));
  const figures = sql.join(COUNTER_COLUMNS.map((name) => sql.lit(name === 'errors' ? 0 : 123_456)));
  const span = async (width: number, start: number, end: number) => {
    const first = start - (start % width);
    await sql`
      insert into counter_buckets (seconds, bucket, pipeline_id, component_id, pod, ${names})
      with recursive times(at) as (
        select ${sql.lit(first)} union all select at + ${sql.lit(width)} from times where at + ${sql.lit(width)} < ${sql.lit(end)}
      )
      select ${sql.lit(width)}, at, pipeline_id, component_id, '', ${figures} from times cross join bench_components
      order by at`.execute(db);
  };
  await span(DAY, NOW - 60 * DAY, NOW);
  await span(6 * HOUR, NOW - 60 * DAY, NOW);
  await span(HOUR, NOW - 60 * DAY, NOW);
  for (const seconds of [60 * DAY, 7 * DAY, DAY, 0])
    await span(60, NOW - seconds - 4 * HOUR, NOW - seconds + 4 * HOUR);
  await span(10, NOW - 2 * HOUR, NOW);
  await sql`analyze`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from counter_buckets`.execute(db);
  return Number(rows[0]?.n);
}

async function time(
  api: TestService,
  id: Parameters<typeof toRequest>[0],
  parts: Parameters<typeof toRequest>[1],
) {
  const { path, init } = toRequest(id, parts);
  const times: { ms: number; cpuMs: number; blockedMs: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const answer = await api.service.app.request(`http://127.0.0.1:4600${path}`, init);
    await answer.arrayBuffer();
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    await new Promise((resolve) => setTimeout(resolve, 5));
    delay.disable();
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status}`);
    times.push({ ms, cpuMs: (user + system) / 1000, blockedMs: delay.max / 1e6 });
  }
  return times.sort((a, b) => a.ms - b.ms)[Math.floor(RUNS / 2)]!;
}

async function measure(api: TestService, made: Made): Promise<Timing[]> {
  const timings: Timing[] = [];
  const { siteId } = api;
  for (const [range, seconds] of Object.entries(RANGES)) {
    const query = { 'timeRange.startUnixTimeSeconds': NOW - seconds, 'timeRange.endUnixTimeSeconds': NOW };
    const asked = [
      ['site series', 'getSiteSeries', { path: { siteId }, query }],
      ['site components', 'getSiteComponentsDataProcessed', { path: { siteId }, query }],
      ['pipeline summaries', 'getPipelineSummaries', { query: { siteId, ...query } }],
      [
        'one pipeline series',
        'getPipelineSeries',
        { path: { pipelineId: made.pipelineIds[0]! }, query: { siteId, ...query } },
      ],
    ] as const;
    for (const [call, id, parts] of asked)
      timings.push({ call, range: range as Range, ...(await time(api, id, parts)) });
  }
  return timings;
}

async function benchOn(database: string, place: Place, nodes: number): Promise<Filled> {
  const connection = await place.connect();
  const api = await startService({ store: await createStore(connection), clock: () => NOW * 1000 });
  try {
    const made = await makePipelines(api, nodes);
    const startedAt = performance.now();
    const rows = await fill(connection, made);
    const fillSeconds = (performance.now() - startedAt) / 1000;
    return { database, nodes, rows, fillSeconds, timings: await measure(api, made) };
  } finally {
    await api.stop();
    await connection.db.destroy();
    await place.remove();
  }
}

export async function benchTimeSeries(row: Row): Promise<TimeSeriesBench> {
  const filled: Filled[] = [];
  for (const nodes of NODE_COUNTS) {
    for (const [database, place] of [
      ['SQLite', sqlite],
      ['PostgreSQL', postgres],
    ] as const) {
      const one = await benchOn(database, await place(), nodes);
      filled.push(one);
      printFilled(one, row);
    }
  }
  return { filled, loadAverage: loadavg()[0] ?? 0 };
}

function printFilled({ database, nodes, rows, timings }: Filled, row: Row): void {
  console.log(
    `\nTime series, ${nodes} nodes on ${database}, ${rows} rows; ms of an answer / CPU / thread blocked`,
  );
  for (const call of new Set(timings.map((one) => one.call))) {
    for (const { range, ms, cpuMs, blockedMs } of timings.filter((one) => one.call === call)) {
      const budget = range === '60 d' && nodes >= 200 ? 'must <= 1000 ms' : '';
      const figure = [ms, cpuMs, blockedMs].map(Math.round).join(' / ');
      row(`${call}, ${range}`, figure, budget);
    }
  }
}
