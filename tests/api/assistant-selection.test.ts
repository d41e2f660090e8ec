import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProposedCall } from '../../src/contract/assistant.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService({ flags: ['chatAssistantSource', 'chatAssistantTransform'], callsPerMinute: 0 });
});
afterEach(() => api.stop());

const select = (pipelineIds: string[], nodes: string[] = []) => ({
  metadata: { turn: 1, selection: { pipelineIds, nodes } },
});

const ask = async (text: string, more: object = {}) => {
  const { proposals, ...rest } = await openConversation(api, await getAdmin(api)).say(text, more);
  return { proposal: proposals[0], ...rest };
};

/** Bodies of a proposal for several pipelines. */
const bodiesOf = (call: ProposedCall | undefined) => {
  if (call?.id !== 'runPipelineActions') throw new Error(`not several: ${call?.id}`);
  return call.bodies;
};

const statusOf = async (pipelineId: string) =>
  (await api.call('getPipeline', { path: { pipelineId } })).body.pipeline.status;

describe('assistant: what is picked on the screen', () => {
  test('these: all that are picked are paused by one proposal, and taken back [R1-26, R2.7-28]', async () => {
    const first = await makeDeployedPipeline(api);
    const second = await makeDeployedPipeline(api, 'other');
    const { proposal, types } = await ask('pause these', select([first.pipelineId, second.pipelineId]));
    expect(types).toContain('PIPELINE_PAUSE');
    expect(proposal).toMatchObject({ title: 'Pause 2 pipelines', notes: ["'web', 'other'."] });
    expect(await statusOf(first.pipelineId)).toBe('DEPLOYED');
    for (const body of bodiesOf(proposal?.call)) await api.call('runPipelineAction', { body });
    await api.service.services.lifecycle.settled();
    expect([await statusOf(first.pipelineId), await statusOf(second.pipelineId)]).toEqual([
      'PAUSED',
      'PAUSED',
    ]);
    expect(bodiesOf(proposal?.undo?.call).map(({ action }) => action)).toEqual(['DEPLOY', 'DEPLOY']);
  });

  test('what one of them refuses is said, and the others are proposed', async () => {
    const running = await makeDeployedPipeline(api);
    const again = await makeDeployedPipeline(api, 'again');
    const saved = await makeSavedPipeline(api, 'saved');
    const ids = [running.pipelineId, again.pipelineId, saved.pipelineId];
    const { proposal } = await ask('pause the selected pipelines', select(ids));
    expect(proposal?.title).toBe('Pause 2 pipelines');
    expect(proposal?.notes.at(-1)).toMatch(/^Not 'saved': /);
  });

  test('this: the one row that is picked is meant', async () => {
    const { pipelineId } = await makeDeployedPipeline(api, 'other');
    await makeDeployedPipeline(api);
    expect((await ask('pause this', select([pipelineId]))).proposal?.title).toBe("Pause 'other'");
  });

  test('without a selection it says how to pick, and proposes nothing', async () => {
    await makeDeployedPipeline(api);
    const { proposal, text } = await ask('pause these');
    expect([proposal, text]).toEqual([undefined, expect.stringContaining('Nothing is picked')]);
  });

  test('this beside a picked node deletes no pipeline', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    const screen = { resource: 'pipeline', resourceId: pipelineId, ...select([], ['Drop debug']) };
    const { proposal, text } = await ask('delete this', screen);
    expect([proposal, text]).toEqual([undefined, expect.stringContaining('“Drop debug”')]);
  });

  test('a selection of another site, or none at all, is as good as nothing', async () => {
    await makeDeployedPipeline(api);
    for (const selection of [{ pipelineIds: ['300000000000009999'], nodes: [] }, 'all', { pipelineIds: '*' }])
      expect((await ask('delete these', { metadata: { turn: 1, selection } })).proposal).toBeUndefined();
  });
});

describe('assistant: the form that is open', () => {
  const LINES = '2026-11-21T10:00:00Z INFO started\n2026-11-21T10:00:01Z WARN slow';
  const SENTENCE = `write a grok pattern for these lines\n${LINES}`;

  test('a grok pattern found in given lines is proposed for the open form [R3-77]', async () => {
    const { proposal, types } = await ask(SENTENCE, {
      metadata: { turn: 1, form: { templateId: 'parse_grok' } },
    });
    expect(types).toEqual(expect.arrayContaining(['GROK_DETECTION', 'FORM_VALUES_APPLIED']));
    expect(proposal?.call).toMatchObject({
      id: 'fillForm',
      templateId: 'parse_grok',
      config: { pattern: expect.stringContaining('TIMESTAMP_ISO8601') },
    });
  });

  test('without a form the pattern is said, and nothing is proposed [R3-77]', async () => {
    const { proposal, types, text } = await ask(SENTENCE);
    expect(types).toEqual(expect.not.arrayContaining(['FORM_VALUES_APPLIED']));
    expect([proposal, text]).toEqual([undefined, expect.stringContaining('TIMESTAMP_ISO8601')]);
  });

  describe('of a source', () => {
    const STACK = [
      '2026-11-21 10:00:00 ERROR failed',
      '  at a.b.C(C.java:1)',
      '  at a.b.D(D.java:2)',
      '2026-11-21 10:00:01 INFO again',
      '  at a.b.E(E.java:3)',
    ].join('\n');
    const fill = (source: Record<string, unknown>, words = 'fill the form for these lines') =>
      ask(`${words}\n${STACK}`, { metadata: { turn: 1, form: { templateId: 'file_tail', source } } });

    test('settings that read the given lines are proposed for it [R3-77]', async () => {
      const { proposal, types } = await fill({ format: 'lines' });
      expect(types).toEqual(expect.arrayContaining(['GROK_DETECTION', 'FORM_VALUES_APPLIED']));
      expect(proposal?.call).toMatchObject({
        id: 'fillForm',
        templateId: 'file_tail',
        nodeType: 'SOURCE',
        config: { multiline: expect.anything() },
      });
      expect(proposal?.notes.at(-1)).toBe('It is put into the form, and nothing is saved.');
    });

    test('settings that fit already are said, and nothing is proposed [R3-77]', async () => {
      const { proposal: first } = await fill({ format: 'lines' });
      const config = first?.call.id === 'fillForm' ? first.call.config : {};
      const { proposal, text } = await fill({ format: 'lines', ...config });
      expect([proposal, text]).toEqual([undefined, expect.stringContaining('fit them')]);
    });

    test('what is no setting of how it reads is not looked at', async () => {
      const { proposal } = await fill({ format: 'lines', path: '/etc/shadow', token: 'sk-1' });
      expect(JSON.stringify(proposal)).not.toMatch(/shadow|sk-1/);
    });
  });
});
