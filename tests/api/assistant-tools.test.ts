import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesSomething } from '../../src/contract/calls/define.ts';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import { answerIntent } from '../../src/service/assistant/answer.ts';
import { MODEL_TOOLS, type ModelToolName } from '../../src/service/assistant/model/tool-table.ts';
import { checkReading, createReadAs, type ReadAs } from '../../src/service/assistant/reading-calls.ts';
import type { CallParts } from '../../src/service/http/in-process.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { calling, saying, startFakeModel } from './support/fake-model.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService({ flags: ['chatAssistantSource', 'chatAssistantTransform'], callsPerMinute: 0 });
  await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

/** Each use that a tool has; a tool that is added needs one, or the test does not compile. */
const USES: Record<ModelToolName, readonly object[]> = {
  list_pipelines: [{ status: 'all' }, { status: 'running' }],
  get_status: [{ pipeline: 'web' }],
  list_errors: [{}, { pipeline: 'web' }],
  get_volume: [{}, { pipeline: 'web', hours: 2 }],
  list_changes: [{}, { pipeline: 'web' }],
  list_users: [{ name: 'Archive' }],
  show_pipeline: [{ pipeline: 'web' }, { pipeline: 'web', version: 1 }, { pipeline: 'web', edit: true }],
  propose_action: (['PAUSE', 'BYPASS', 'RESUME', 'DEPLOY', 'DELETE', 'CANCEL'] as const).map((action) => ({
    pipeline: 'web',
    action,
  })),
  propose_steps: [{ pipeline: 'web', steps: ['drop debug', 'sample 1 in 10'] }],
  propose_pipeline: [{ from: 'syslog 5514', to: ['blackhole'], steps: ['drop debug'] }],
};

const readSite = async () =>
  JSON.stringify(
    await Promise.all(
      (['listPipelines', 'listSources', 'listSinks', 'listTransforms'] as const).map(
        async (id) => (await api.call(id, { query: { siteIds: [api.siteId] } })).body,
      ),
    ),
  );

const listAudited = async (): Promise<string[]> => {
  const { auditRecords } = (await api.call('listAuditRecords', { query: { 'pagination.limit': 100 } })).body;
  return auditRecords.map(({ call }: { call: string }) => call);
};
/** Of the test, and those that measure. */
const OWN_CALLS = ['updateAssistantEndpoint', 'startCapture', 'stopCapture'];

test.each(Object.entries(USES))(
  'tool %s: its calls read, and nothing changes [R1-26]',
  async (name, uses) => {
    const proposes = name.startsWith('propose_');
    let proposals = 0;
    const known = await listAudited();
    for (const args of uses) {
      const before = await readSite();
      const model = await startFakeModel(calling({ name, args }), saying('Done.'));
      const endpoint = { enabled: true, address: model.address, model: 'fake-1', questionsPerDay: 500 };
      await api.call('updateAssistantEndpoint', { body: { endpoint }, headers: { 'if-match': '*' } });
      const said = await openConversation(api, await getAdmin(api)).say('do it');
      expect(said.failed).toBeUndefined();
      expect(await readSite()).toBe(before);
      proposals += said.proposals.length;
    }
    const calls = (await listAudited()).slice(0, -known.length);
    expect(calls.filter((call) => !OWN_CALLS.includes(call))).toEqual([]);
    expect(proposals > 0).toBe(proposes);
  },
);

test('no call that changes something is one of the assistant, a later one neither [R1-26]', async () => {
  const made: string[] = [];
  const read = createReadAs((async (id: string) => {
    made.push(id);
    return { data: {}, etag: '' };
  }) as never);
  const force = read as unknown as (id: string, parts?: CallParts) => Promise<unknown>;
  const changing = CALL_IDS.filter((id) => changesSomething(callDefinition(id)));
  for (const id of changing) await force(id).catch(() => undefined);
  expect(made.toSorted()).toEqual(['startCapture', 'stopCapture']);
  for (const id of ['importPipelines', 'putPipelineDefinition'] as const) {
    expect(checkReading(id, { query: { dryRun: true } })).toBe(true);
    for (const dryRun of [false, 'true', undefined])
      expect(checkReading(id, { query: { dryRun } })).toContain('never makes the call');
  }
});

test('types refuse a call that changes something in an answer [R1-26]', () => {
  const check = async (call: ReadAs) => {
    await call('listPipelines');
    // @ts-expect-error: it changes something
    await call('runPipelineAction', { body: {} });
    // @ts-expect-error: it changes something
    await call('deleteSource', { path: { id: '1' } });
    // @ts-expect-error: it stores without `dryRun`
    await call('importPipelines', { query: { siteId: '1' }, body: {} });
    // @ts-expect-error: it stores without `dryRun`
    await call('putPipelineDefinition', { query: { dryRun: false }, body: {} });
  };
  expect([typeof check, typeof answerIntent, Object.keys(MODEL_TOOLS)]).toEqual([
    'function',
    'function',
    Object.keys(USES),
  ]);
});
