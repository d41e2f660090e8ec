import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeadLetter } from '../../src/engine/port.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { makeLetter } from './support/fake-letters.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let letter: DeadLetter;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;
beforeEach(async () => {
  api = await startService();
  made = await makeDeployedPipeline(api, 'web');
  const { pipelineId, transformId } = made;
  letter = makeLetter({ pipelineId, componentId: transformId, event: '{"a":1}' });
  api.engine.letters.held = [letter];
});
afterEach(() => api.stop());

const path = () => ({ siteId: api.siteId });
const audited = async (call: string) =>
  (await api.call('listAuditRecords', { query: {} })).body.auditRecords.filter(
    (one: { call: string }) => one.call === call,
  );

describe('dead letters by the API', () => {
  test('a list names pipeline and node, and passes on what narrows it', async () => {
    const { pipelineId } = made;
    const query = { pipelineId, errorName: 'NotTaken', fromUnixTimeSeconds: 10, 'pagination.limit': 5 };
    const { status, body } = await api.call('listDeadLetters', { path: path(), query });
    expect(status).toBe(200);
    expect(body).toMatchObject({ bytes: '7', newestId: String(letter.id), pagination: { totalCount: 1 } });
    expect(body.deadLetters).toMatchObject([
      { id: String(letter.id), pipelineName: 'web', nodeType: 'TRANSFORM', at: '2023-11-14T22:13:20.000Z' },
    ]);
    expect(body.deadLetters[0].nodeName).not.toBe('');
    expect(api.engine.letters.asked.at(-1)).toMatchObject({
      choice: { pipelineId, errorName: 'NotTaken', from: 10_000 },
      limit: 5,
    });
  });

  test('a pipeline of another site that a remote engine names stays unnamed', async () => {
    api.engine.letters.held = [makeLetter({ pipelineId: '300000000000000999', componentId: made.sourceId })];
    const { body } = await api.call('listDeadLetters', { path: path() });
    expect(body.deadLetters).toMatchObject([{ pipelineName: '', nodeName: '' }]);
  });

  test('a node of another pipeline or site that an engine names stays unnamed', async () => {
    const other = await makeDeployedPipeline(api, 'other');
    const source = { name: 'Far', siteId: await makeSite(api), templateId: 'tcp', config: { port: 9600 } };
    const { id } = (await api.call('createSource', { body: { source } })).body;
    const { pipelineId } = made;
    api.engine.letters.held = [other.transformId, id].map((nodeId) =>
      makeLetter({ pipelineId, componentId: nodeId, nodeId }),
    );
    const { body } = await api.call('listDeadLetters', { path: path() });
    expect(body.deadLetters.map((one: { nodeName: string }) => one.nodeName)).toEqual(['', '']);
  });

  test('searches of a few keep nobody else waiting', async () => {
    const gate = Promise.withResolvers<void>();
    api.engine.letters.gate = gate.promise;
    const { headers } = await makeKey(api, { roleId: 'operator' });
    const search = (more: object) =>
      api.call('listDeadLetters', { path: path(), query: { text: 'a' }, ...more });
    const flood = Array.from({ length: 12 }, () => search({ headers }));
    const mine = search({});
    await expect.poll(() => api.engine.letters.asked.length).toBe(2);
    gate.resolve();
    expect((await mine).status).toBe(200);
    expect((await Promise.all(flood)).filter(({ status }) => status === 429)).toHaveLength(8);
  });

  test('an edit is audited without the event', async () => {
    const parts = { path: { ...path(), letterId: String(letter.id) } };
    const sent = { revision: 0, event: '{"card":"secret of a card"}' };
    const { body } = await api.call('editDeadLetter', { ...parts, body: sent });
    expect(body.deadLetter).toMatchObject({ event: sent.event, revision: 1 });
    const [record] = await audited('editDeadLetter');
    expect(record).toMatchObject({ action: 'Edit dead letter', entity: 'deadLetters', result: 'done' });
    expect(JSON.stringify(record)).not.toContain('secret of a card');
  });

  test('a replay and a discard are audited with what they did', async () => {
    const ids = [String(letter.id)];
    const replayed = await api.call('replayDeadLetters', { path: path(), body: { ids, to: 'node' } });
    expect(replayed.body).toMatchObject({ replayed: '1', underWay: '0', refused: '0', reason: '' });
    expect((await audited('replayDeadLetters'))[0].changes[0].after).toMatchObject({
      replayed: 1,
      to: 'node',
    });
    api.engine.letters.held = [letter];
    const discarded = await api.call('discardDeadLetters', { path: path(), body: { ids } });
    expect(discarded.body).toEqual({ discarded: '1' });
    expect((await audited('discardDeadLetters'))[0].changes[0].after).toMatchObject({ discarded: 1 });
  });

  test.each([{}, { text: '' }, { upToId: '1700000000000001' }])(
    'a change must say what, not %j',
    async (body) => {
      const answers = [
        await api.call('discardDeadLetters', { path: path(), body }),
        await api.call('replayDeadLetters', { path: path(), body: { ...body, to: 'node' } }),
      ];
      for (const { status, body: answer } of answers) {
        expect(status).toBe(400);
        expect(JSON.stringify(answer)).toContain('all must be true for those of the whole site');
      }
      expect(api.engine.letters.held).toHaveLength(1);
    },
  );

  test('whoever may not see events cannot ask for texts in them', async () => {
    const grants = [
      { resourceType: 'PIPELINES', accessTypes: ['READ', 'WRITE', 'DELETE'], extraGrants: ['DEPLOY'] },
    ];
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
    const ask = (call: 'replayDeadLetters' | 'discardDeadLetters', body: object) =>
      api.call(call, { path: path(), body, headers });
    const asked = api.engine.letters.asked.length;
    for (const answer of [
      await ask('discardDeadLetters', { text: 'secret' }),
      await ask('replayDeadLetters', { text: 'secret', to: 'node' }),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'You need LIVE CAPTURE on Pipelines to choose dead letters by the text of their events',
      ]);
    expect(api.engine.letters.asked).toHaveLength(asked);
    expect((await ask('discardDeadLetters', { errorName: 'NotTaken' })).status).toBe(200);
  });

  test('all true means every dead letter of the site', async () => {
    const replayed = await api.call('replayDeadLetters', { path: path(), body: { all: true, to: 'node' } });
    expect(replayed.body).toMatchObject({ replayed: '1' });
    api.engine.letters.held = [letter];
    const all = await api.call('discardDeadLetters', { path: path(), body: { all: true } });
    expect(all.body).toEqual({ discarded: '1' });
  });

  test('what the engine refuses is refused with its reason', async () => {
    api.engine.letters.refusal = 'Earlier replays still wait';
    const answer = await api.call('replayDeadLetters', { path: path(), body: { all: true, to: 'node' } });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain('Earlier replays still wait');
    api.engine.state = 'disconnected';
    const away = await api.call('listDeadLetters', { path: path() });
    expect(away.status).toBe(409);
    expect(away.body.message).toContain('does not answer now');
  });

  test('metrics tell how many there are, and what became of earlier ones', async () => {
    const { pipelineId } = made;
    const figures = { count: 3, bytes: 70, oldestAt: 5000, dropped: 2, replayed: 4, discarded: 1 };
    api.engine.report({
      type: 'counters',
      bootId: '7d444840-9dc0-4def-8ab8-42f0a0f7b0a1',
      at: api.service.services.clock(),
      pipelines: {},
      deadLetters: { [pipelineId]: figures },
    });
    const text = String((await api.request('/metrics')).body);
    for (const [name, value] of Object.entries({
      '': 3,
      _bytes: 70,
      _oldest_seconds: 5,
      _dropped_total: 2,
      _replayed_total: 4,
      _discarded_total: 1,
    }))
      expect(text).toContain(`penstock_dead_letters${name}{pipeline="${pipelineId}"} ${value}\n`);
    const { body } = await api.call('countDeadLetters', { path: path() });
    expect(body).toMatchObject({
      dropped: '2',
      replayed: '4',
      groups: [{ pipelineName: 'web', count: '1' }],
    });
  });
});
