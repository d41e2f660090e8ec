// Slow: a PostgreSQL server is started for the second half.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../api/support/service.ts';
import { type Place, postgres, sqlite } from '../api/support/store-places.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const KEY = Buffer.from(read('first-secret.key'), 'base64');
const NOW = Date.UTC(2026, 10, 22, 2, 24);

const TRANSFORM = '117953140487200225';
const RULE = '{"field":"level","operator":"equals","value":"debug"}';
const NEGATIVE = '{"field":"level","operator":"not_equals","value":"debug"}';
const negate = (line: string) => (line.includes(TRANSFORM) ? line.replace(RULE, NEGATIVE) : line);
const STATEMENTS = read('first-database.sql')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'))
  .map(negate);

const ASKING = {
  match: 'all',
  rules: [
    { field: 'level', operator: 'not_equals', value: 'debug' },
    { field: 'level', operator: 'exists' },
  ],
};

type Row = Record<string, unknown>;

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('negative operators of earlier versions on %s', (_, makePlace) => {
  let place: Place;
  let api: TestService;

  const open = async (statements: string[]) => {
    place = await makePlace();
    const connection = await place.connect();
    for (const statement of statements) await sql.raw(statement).execute(connection.db);
    if (connection.reader !== connection.db) await connection.reader.destroy();
    await connection.db.destroy();
    api = await startService({ store: await place.open(), clock: () => NOW, key: KEY });
  };
  const findWeb = async () => {
    const { pipelines } = (await api.call('listPipelines')).body;
    return pipelines.find((one: { name: string }) => one.name === 'Web logs');
  };
  const readFilter = async (pipelineId: string, graphVersion: number) => {
    const { graph } = (await api.call('getGraph', { path: { pipelineId, graphVersion } })).body;
    return Object.values<{ name: string; componentId: string; config: Row }>(graph.nodes).find(
      ({ name }) => name === 'Drop debug',
    );
  };

  beforeEach(() => open(STATEMENTS), 120_000);
  afterEach(async () => {
    await api.stop();
    await api.store.close();
    await place.remove();
  }, 180_000);

  test('are deployed as a new version that asks for the field', async () => {
    await api.service.services.lifecycle.settled();
    const web = await findWeb();
    expect(web).toMatchObject({ status: 'DEPLOYED', deployedGraphVersion: 3, latestGraphVersion: 4 });
    const plan = api.engine.plans.get(web.id);
    const running = plan?.nodes.find(({ name }) => name === 'Drop debug');
    expect(plan?.graphVersion).toBe(3);
    expect(running).toMatchObject({ componentId: TRANSFORM, config: { action: 'drop', match: ASKING } });
    expect(Object.keys(plan?.edges ?? {})).toContain(running?.id);
    expect(plan?.metaInfo[String(running?.id)]).toEqual({ notes: 'first' });
  });

  test('keep the saved versions, and the newest one newest', async () => {
    const web = await findWeb();
    const { versions } = (await api.call('listVersions', { path: { pipelineId: web.id } })).body;
    expect(versions.map(({ version, name }: Row) => [version, name])).toEqual([
      [4, 'Rules ask for fields'],
      [3, 'Rules ask for fields'],
      [2, 'second'],
      [1, 'first'],
    ]);
    expect((await readFilter(web.id, 2))?.config.match).toMatchObject({
      rules: [{ operator: 'not_equals' }],
    });
    expect((await readFilter(web.id, 4))?.config.match).toEqual(ASKING);
    const { pipelines } = (await api.call('listPipelines')).body;
    const example = pipelines.find((one: { id: string }) => one.id !== web.id);
    expect(example).toMatchObject({ deployedGraphVersion: 1, latestGraphVersion: 1 });
  });
});
