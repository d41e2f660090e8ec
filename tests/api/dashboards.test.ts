import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED_DASHBOARDS } from '../../src/contract/dashboards/shipped.ts';
import { dashboardPatchSchema } from '../../src/contract/entities/dashboard.ts';
import type { CounterColumns } from '../../src/service/store/schema.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { makeSite } from './support/access.ts';
import { DASHBOARD, insertDashboard, PANEL } from './support/dashboards.ts';
import { makeSavedPipeline } from './support/fixtures.ts';
import { insertSavedQuery } from './support/saved-queries.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const create = (more: object = {}) =>
  api.call('createDashboard', { body: { dashboard: { ...DASHBOARD, siteId: api.siteId, ...more } } });
const read = async (dashboardId: string) => (await api.call('getDashboard', { path: { dashboardId } })).body;
const run = async (query: string, parameters: object, range: readonly [number, number] = [0, 60]) => {
  const [startUnixTimeSeconds, endUnixTimeSeconds] = range;
  const timeRange = { startUnixTimeSeconds, endUnixTimeSeconds };
  return api.call('runQuery', { body: { siteId: api.siteId, query, timeRange, parameters } });
};

describe('dashboards', () => {
  test('are listed, changed and deleted; every change is audited [R2.1-57]', async () => {
    const queryId = await insertSavedQuery(api, api.siteId, { name: 'By status', sql: 'select 2' });
    const saved = { title: 'Saved', queryId, chart: 'BAR', width: 12, height: 2 };
    const dashboardId: string = (await create({ panels: [PANEL, saved] })).body.id;
    expect(await read(dashboardId)).toMatchObject({
      dashboard: { name: 'Overview', panels: [PANEL, { ...saved, sql: '' }], revision: 1 },
      queries: [{ id: queryId, sql: 'select 2' }],
    });
    const change = (name: string, version: number) =>
      api.call('updateDashboard', {
        path: { dashboardId },
        body: { dashboard: { ...DASHBOARD, name, panels: [saved] } },
        headers: { 'if-match': `"${version}"` },
      });
    expect((await change('Status', 1)).body).toEqual({ revision: 2 });
    // The second of two writers.
    expect((await change('Other', 1)).status).toBe(412);
    const { dashboards } = (await api.call('listDashboards', { query: { siteIds: api.siteId } })).body;
    expect(dashboards).toMatchObject([{ name: 'Status', revision: 2 }]);
    await api.call('deleteDashboard', { path: { dashboardId }, headers: { 'if-match': '"2"' } });
    expect((await api.call('getDashboard', { path: { dashboardId } })).status).toBe(404);
    expect((await api.call('getQuery', { path: { queryId } })).status).toBe(200);
    const { auditRecords } = (await api.call('listAuditRecords', { query: { entities: 'dashboard' } })).body;
    expect(auditRecords.map(({ action }: { action: string }) => action)).toEqual([
      'Delete dashboard',
      'Change dashboard',
      'Create dashboard',
    ]);
  });

  test('bad input is refused by field and rule, and nothing is saved', async () => {
    await create();
    const other = await insertSavedQuery(api, await makeSite(api));
    const variable = { name: 'a', value: 'x' };
    for (const [more, field] of [
      [{}, 'dashboard.name'],
      [{ name: 'OVERVIEW' }, 'dashboard.name'],
      [{ name: 'x', time: 'yesterday' }, 'dashboard.time'],
      [{ name: 'x', refreshSeconds: 1 }, 'dashboard.refreshSeconds'],
      [{ name: 'x', panels: [{ ...PANEL, width: 13 }] }, 'dashboard.panels.0.width'],
      [{ name: 'x', panels: [PANEL, { ...PANEL, sql: '' }] }, 'dashboard.panels.1.sql'],
      [{ name: 'x', panels: [{ ...PANEL, sql: '', queryId: other }] }, 'dashboard.panels.0.queryId'],
      [{ name: 'x', variables: [variable, variable] }, 'dashboard.variables.1.name'],
      [{ name: 'x', variables: [{ ...variable, name: "a'" }] }, 'dashboard.variables.0.name'],
      [{ name: 'x', variables: [{ ...variable, kind: 'NUMBER' }] }, 'dashboard.variables.0.value'],
    ] as const) {
      const answer = await create(more);
      expect(answer.status, JSON.stringify(more)).toBeGreaterThanOrEqual(400);
      expect(answer.body.details?.[0]?.field ?? answer.body.message, JSON.stringify(more)).toBe(field);
    }
    expect((await api.call('listDashboards', { query: {} })).body.dashboards).toHaveLength(1);
  });

  test('a query that is deleted leaves its panel, which can be saved', async () => {
    const queryId = await insertSavedQuery(api);
    const panels = [{ title: 'Gone', queryId, chart: 'TABLE', width: 6, height: 4 }];
    const dashboardId: string = (await create({ panels })).body.id;
    await api.call('deleteQuery', { path: { queryId } });
    expect((await read(dashboardId)).queries).toEqual([]);
    const body = { dashboard: { ...DASHBOARD, name: 'Renamed', panels } };
    expect((await api.call('updateDashboard', { path: { dashboardId }, body })).status).toBe(200);
    expect((await create({ name: 'Second', panels })).status).toBe(400);
  });

  test('end with their site', async () => {
    const siteId = await makeSite(api);
    const id = await insertDashboard(api, siteId);
    await api.store.sites.remove(siteId);
    expect(await api.store.dashboards.find(id)).toBeUndefined();
  });
});

describe('variables', () => {
  test('values are parameters, whatever they hold', async () => {
    const hostile = `' or 1=1; copy (select 1) to '/tmp/x' --`;
    const answer = await run('select $a as a, $n + 1 as n, length($a) as l', { a: hostile, n: 41 });
    expect(answer.body.rows).toEqual([[hostile, 42, hostile.length]]);
    expect((await run('select $n as n', { n: 0.5 })).body.rows).toEqual([[0.5]]);
    // A name of a table is no value.
    expect((await run('select * from $a', { a: 'penstock_errors' })).status).toBe(400);
  });

  test('a name without a value is refused where it stands', async () => {
    const answer = await run('select\n$nope', { other: 'x' });
    expect(answer.body.message).toContain('$nope has no value');
    expect((await run('select ?', {})).body.message).toContain('Parameters without a name');
    expect((await run('select $a', { "a'": 'x' })).status).toBe(400);
  });
});

describe('shipped dashboards', () => {
  test('are valid, and every panel answers with and without data', async () => {
    const { pipelineId, sourceId, transformId, sinkId } = await makeSavedPipeline(api);
    const bucket = Math.floor(api.service.services.clock() / 60_000) * 60 - 3 * 3600;
    const none = Object.fromEntries(COUNTER_COLUMNS.map((name) => [name, 0])) as CounterColumns;
    const rowOf = (component_id: string, more: Partial<CounterColumns>) => ({
      ...none,
      pipeline_id: pipelineId,
      component_id,
      seconds: 60,
      bucket,
      ...more,
    });
    await api.store.series.add([
      rowOf(sourceId, { events_in: 10, bytes_in: 2_000_000_000 }),
      rowOf(sinkId, { events_out: 9, bytes_out: 1_000_000_000 }),
      rowOf(transformId, { events_in: 10, events_dropped: 1 }),
    ]);
    for (const { id, ...content } of SHIPPED_DASHBOARDS) {
      expect(dashboardPatchSchema.safeParse(content).success, id).toBe(true);
      const values = Object.fromEntries(
        content.variables.map(({ name, kind, value }) => [name, kind === 'NUMBER' ? Number(value) : value]),
      );
      for (const { title, sql } of content.panels)
        for (const range of [[bucket - 600, bucket + 600] as const, [0, 60] as const]) {
          const answer = await run(sql, values, range);
          expect(answer.status, `${id} ${title}: ${answer.body.message}`).toBe(200);
        }
      for (const { choicesSql } of content.variables)
        if (choicesSql !== '') expect((await run(choicesSql, {})).status).toBe(200);
    }
    const [cost] = SHIPPED_DASHBOARDS;
    const { rows } = (await run(cost?.panels[0]?.sql ?? '', { price: 2 }, [bucket - 600, bucket + 600])).body;
    expect(rows).toEqual([[2000, 1000, 0, 2]]);
  }, 60_000);

  test('figures over time are zero where a step has no events, not a line across', async () => {
    const { pipelineId, transformId, sinkId, sourceId } = await makeSavedPipeline(api);
    const bucket = Math.floor(api.service.services.clock() / 60_000) * 60 - 3 * 3600;
    const none = Object.fromEntries(COUNTER_COLUMNS.map((name) => [name, 0])) as CounterColumns;
    const place = { pipeline_id: pipelineId, seconds: 60 };
    const at = [bucket, bucket + 180];
    await api.store.series.add(
      at.flatMap((time) => [
        { ...none, ...place, bucket: time, component_id: sinkId, events_out: 9, bytes_out: 60_000 },
        { ...none, ...place, bucket: time, component_id: transformId, events_in: 99, events_dropped: 60 },
      ]),
    );
    for (const time of at)
      await api.store.errors.record(
        {
          id: `60000000000000000${time % 7}`,
          pipeline_id: pipelineId,
          component_id: sourceId,
          node_id: sourceId,
          error_name: 'Port taken',
          level: 'ERROR',
          description: '',
          count: 1,
          first_at: time * 1000,
          last_at: time * 1000,
          example_event: '',
          acknowledged_at: 0,
          acknowledged_by: '',
        },
        time,
      );
    const steps = SHIPPED_DASHBOARDS.flatMap(({ panels }) => panels.filter(({ chart }) => chart === 'AREA'));
    expect(steps).toHaveLength(3);
    for (const { title, sql } of steps) {
      const answer = await run(sql, sql.includes('$pipeline') ? { pipeline: '' } : {}, [
        bucket - 600,
        bucket + 600,
      ]);
      const figures = answer.body.rows.map((row: unknown[]) => Number(row[2]));
      expect(figures, title).toEqual([1, 0, 0, 1]);
    }
  }, 60_000);
});
