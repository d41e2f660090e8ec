import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AlertCondition } from '../../src/contract/entities/alert.ts';
import { createStore } from '../../src/service/store/index.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { CONDITION } from '../api/support/alert-rows.ts';
import { buildArchivalBody, makeFileSink } from '../api/support/archives.ts';
import { makeDeployedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { sqlite } from '../api/support/store-places.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { makePipelines } from './timeseries.ts';

const RULES = 1000;
const NODES = 1000;
const RUNS = 5;
const OWN_SEARCHES = 100;
const MINUTE_MS = 60_000;
const BEGIN = 1_800_000_000_000;

type Row = (what: string, figure: string, budget: string) => void;
/** CPU seconds of one minute's evaluation, all threads of the service; the median of five minutes. */
export type AlertsBench = {
  oneEach: number;
  allEach: number;
  together: number;
  sharedSearch: SearchCost;
  ownSearches: SearchCost;
};
/** CPU seconds of one minute: of the service, and of the process that counts in archives. */
type SearchCost = { service: number; counting: number };

async function insertRules(
  api: TestService,
  count: number,
  now: number,
  build: (index: number) => AlertCondition,
): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await api.store.alertRules.insert({
      id: api.service.services.ids('alert'),
      site_id: api.siteId,
      name: `rule ${index}`,
      ready_made: '',
      condition: JSON.stringify(build(index)),
      severity: 'HIGH',
      channel_ids: '[]',
      runbook_url: '',
      repeat_minutes: 0,
      message: '',
      enabled: 1,
      last_fired_at: 0,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
}

const pickMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function checkJudged(api: TestService, minutes: number): Promise<void> {
  const site = await api.store.alerts.findSite(api.siteId);
  if (site?.evaluated_through !== BEGIN / 1000 + minutes * 60) throw new Error('not every minute was judged');
}

/**
 * A thousand rules over the thousand nodes of a site, by stored minutes, as they are judged each minute: each rule
 * over a node of its own, and each over all of them, one by one and together.
 */
async function measure(isAll: boolean, more: Partial<AlertCondition> = {}): Promise<number> {
  const place = await sqlite();
  let now = BEGIN;
  const connection = await place.connect();
  const api = await startService({ store: await createStore(connection), clock: () => now });
  try {
    const { pipelineIds, components } = await makePipelines(api, NODES);
    for (const id of pipelineIds)
      await api.store.pipelines.update(id, { deployed_graph_version: 1, status: 'RUNNING' });
    const conditionOf = (index: number): AlertCondition => ({
      ...CONDITION,
      windowMinutes: 5,
      threshold: 1e9,
      ...more,
      scope: isAll ? { kind: 'all' } : { kind: 'selected', ids: [components[index]?.componentId ?? ''] },
    });
    await insertRules(api, RULES, now, conditionOf);
    const { db } = connection;
    const names = sql.join(COUNTER_COLUMNS.map((name) => sql.ref(name)));
    const figures = sql.join(COUNTER_COLUMNS.map(() => sql.lit(5)));
    for (let minute = -70; minute <= RUNS + 1; minute += 1) {
      const bucket = BEGIN / 1000 + minute * 60;
      for (let from = 0; from < components.length; from += 200)
        await sql`insert into counter_buckets (seconds, bucket, pipeline_id, component_id, pod, ${names}) values ${sql.join(
          components
            .slice(from, from + 200)
            .map(
              (one) => sql`(60, ${sql.lit(bucket)}, ${one.pipelineId}, ${one.componentId}, '', ${figures})`,
            ),
        )}`.execute(db);
    }
    // The first turn adds the ready-made rules and begins.
    now += 6000;
    await api.service.services.alerts.turn();
    const seconds: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      now += MINUTE_MS;
      const before = process.cpuUsage();
      await api.service.services.alerts.turn();
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
    }
    await checkJudged(api, RUNS);
    return pickMedian(seconds);
  } finally {
    await api.stop();
    await place.remove();
  }
}

const EVENTS_PER_MINUTE = 1000;
/** A minute is counted once its files are written: two minutes later. */
const SEARCHED_MINUTES = RUNS + 1;

/** An archive of the minutes around the begin; every tenth event is an error. */
function writeArchive(root: string, sourceId: string): void {
  for (let minute = -10; minute <= SEARCHED_MINUTES; minute += 1) {
    const at = BEGIN + minute * MINUTE_MS;
    const [year, month, day, hour] = new Date(at).toISOString().split(/[-T:]/);
    const folder = join(root, `source=${sourceId}-web/year=${year}/month=${month}/day=${day}/hour=${hour}`);
    mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: EVENTS_PER_MINUTE }, (_, index) => {
      const time = new Date(at + index * (MINUTE_MS / EVENTS_PER_MINUTE)).toISOString();
      const event = { level: index % 10 === 0 ? 'error' : 'info', status: index % 500, took: index };
      return `{"received":"${time.replace('Z', '000Z')}","source":"web","sourceId":"${sourceId}","event":${JSON.stringify(event)}}\n`;
    });
    const written = new Date(at + MINUTE_MS).toISOString().replaceAll(/[-:.]/g, '');
    writeFileSync(join(folder, `${written}-000001-0123456789abcdef.ndjson`), lines.join(''));
  }
}

const TICKS_PER_SECOND = 100;
const readProcessSeconds = (pid: number): number => {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.join(') ').split(' ').slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
};

/**
 * Rules over searches in one archive, as they are counted and judged each minute.
 * @param write the query of each
 */
async function measureSearches(rules: number, write: (index: number) => string): Promise<SearchCost> {
  const place = await sqlite();
  let now = BEGIN - 10 * MINUTE_MS;
  const api = await startService({ store: await createStore(await place.connect()), clock: () => now });
  try {
    const root = makeTempFolder();
    const { sourceId } = await makeDeployedPipeline(api);
    const sinkId = await makeFileSink(api, 'Archive', { path: join(root, 'any.ndjson') });
    const { status } = await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId));
    if (status !== 200) throw new Error(`nothing is archived: ${status}`);
    writeArchive(root, sourceId);
    await insertRules(api, rules, now, (index) => ({
      ...CONDITION,
      metric: 'logMatches',
      query: write(index),
      windowMinutes: 5,
      threshold: 1e9,
      scope: { kind: 'all' },
    }));
    const { alerts, archiveSearches } = api.service.services;
    now = BEGIN + 6000;
    await alerts.turn();
    const costs: SearchCost[] = [];
    const readCounting = () => archiveSearches.pids.reduce((sum, pid) => sum + readProcessSeconds(pid), 0);
    for (let run = 0; run < RUNS; run += 1) {
      now += MINUTE_MS;
      const [before, counted] = [process.cpuUsage(), readCounting()];
      await alerts.turn();
      const { user, system } = process.cpuUsage(before);
      costs.push({ service: (user + system) / 1e6, counting: readCounting() - counted });
    }
    await checkJudged(api, RUNS);
    const problem = (await api.store.alertRules.list([api.siteId]))
      .map(({ id }) => alerts.matches.findProblem(id))
      .find((text) => text !== '');
    if (problem) throw new Error(problem);
    return {
      service: pickMedian(costs.map(({ service }) => service)),
      counting: pickMedian(costs.map(({ counting }) => counting)),
    };
  } finally {
    await api.stop();
    await place.remove();
  }
}

export async function benchAlerts(row: Row): Promise<AlertsBench> {
  console.log(`\nAlerts: ${RULES} rules on a site of ${NODES} nodes, CPU time of each minute (SQLite)`);
  const say = (seconds: number) => `${seconds.toFixed(2)} s, ${((100 * seconds) / 60).toFixed(1)}%`;
  const oneEach = await measure(false);
  row('each rule over a node of its own', say(oneEach), 'must <= 3 s (5% of a core)');
  const allEach = await measure(true);
  row('each rule over all nodes', say(allEach), 'must <= 3 s (5% of a core)');
  const together = await measure(true, { groupBy: 'RULE' });
  row('each rule over all nodes together', say(together), 'must <= 3 s (5% of a core)');
  const sayCost = ({ service, counting }: SearchCost) =>
    `${say(service)}; counting ${counting.toFixed(2)} s in its own process`;
  const sharedSearch = await measureSearches(RULES, () => 'level:error');
  row('each rule over one search of an archive', sayCost(sharedSearch), 'must <= 3 s (5% of a core)');
  const ownSearches = await measureSearches(OWN_SEARCHES, (index) => `status:${index}`);
  row(`${OWN_SEARCHES} rules, each over a search of its own`, sayCost(ownSearches), 'no more than 20 s');
  const each = (1000 * (ownSearches.service + ownSearches.counting)) / OWN_SEARCHES;
  row('each further search, all CPU time', `${each.toFixed(0)} ms`, '');
  return { oneEach, allEach, together, sharedSearch, ownSearches };
}
