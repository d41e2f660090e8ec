import { sql } from 'kysely';
import type { AlertCondition } from '../../src/contract/entities/alert.ts';
import { createStore } from '../../src/service/store/index.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { CONDITION } from '../api/support/alert-rows.ts';
import { startService } from '../api/support/service.ts';
import { sqlite } from '../api/support/store-places.ts';
import { makePipelines } from './timeseries.ts';

const RULES = 1000;
const NODES = 1000;
const RUNS = 5;
const MINUTE_MS = 60_000;
const BEGIN = 1_800_000_000_000;

type Row = (what: string, figure: string, budget: string) => void;
/** CPU seconds of one minute's evaluation, all threads of the service; the median of five minutes. */
export type AlertsBench = { oneEach: number; allEach: number; together: number };

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
    for (let index = 0; index < RULES; index += 1)
      await api.store.alertRules.insert({
        id: api.service.services.ids('alert'),
        site_id: api.siteId,
        name: `rule ${index}`,
        ready_made: '',
        condition: JSON.stringify(conditionOf(index)),
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
    const site = await api.store.alerts.findSite(api.siteId);
    if (site?.evaluated_through !== BEGIN / 1000 + RUNS * 60) throw new Error('not every minute was judged');
    return seconds.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
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
  return { oneEach, allEach, together };
}
