import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService({ flags: ['chatAssistantSource', 'chatAssistantTransform'], callsPerMinute: 0 });
});
afterEach(() => api.stop());

/** Each fourth event is a debug one, and all are of one size. */
const EVENTS = Array.from({ length: 200 }, (_, index) => ({
  at: index,
  text: JSON.stringify({ level: index % 4 === 0 ? 'debug' : 'error', message: 'm'.repeat(100) }),
}));

async function capture({ pipelineId, sourceId }: { pipelineId: string; sourceId: string }) {
  const body = { pipelineId, componentId: sourceId, limit: 200 };
  const { id } = (await api.call('startCapture', { body })).body.capture;
  api.engine.taps.at(-1)!.onEvents(EVENTS);
  return id;
}

const ask = async (principal: Principal, text: string) => {
  const { proposals, steps } = await openConversation(api, principal).say(text);
  return { measured: proposals[0]?.measured, steps };
};

describe('assistant: a proposal is measured', () => {
  test('on events that are captured already, before anything is saved', async () => {
    const made = await makeDeployedPipeline(api);
    await capture(made);
    const { measured, steps } = await ask(await getAdmin(api), 'drop debug from web');
    expect(measured).toMatchObject({ eventCount: 200, eventsBefore: 200, eventsAfter: 150, reason: '' });
    expect(measured!.bytesAfter / measured!.bytesBefore).toBeCloseTo(0.75, 2);
    expect(measured!.bytesIn).toBeGreaterThanOrEqual(measured!.bytesBefore);
    expect(steps.at(-1)).toBe('Ran 200 captured events through both versions');
    const path = { pipelineId: made.pipelineId };
    expect((await api.call('getPipeline', { path })).body.pipeline.latestGraphVersion).toBe(1);
  });

  test('on those of the next seconds where none are kept', async () => {
    await makeDeployedPipeline(api);
    const asked = ask(await getAdmin(api), 'drop debug from web');
    await expect.poll(() => api.engine.taps.length).toBe(1);
    api.engine.taps[0]!.onEvents(EVENTS);
    expect((await asked).measured).toMatchObject({ eventCount: 200, eventsAfter: 150 });
  });

  test('a pipeline that does not run says that nothing was measured', async () => {
    await makeSavedPipeline(api);
    const { measured } = await ask(await getAdmin(api), 'drop debug from web');
    expect(measured).toMatchObject({
      eventCount: 0,
      reason: 'the pipeline does not run, and no captured events are kept',
    });
  });

  test('who may not see events gets the proposal without figures', async () => {
    const made = await makeDeployedPipeline(api);
    await capture(made);
    const admin = await getAdmin(api);
    const all = ['READ', 'WRITE'] as const;
    const editor = {
      ...admin,
      isAdministrator: false,
      grants: (['PIPELINES', 'SOURCES', 'SINKS'] as const).map((resource) => ({
        resource,
        types: [...all],
        extra: [],
      })),
    };
    const { measured } = await ask(editor, 'drop debug from web');
    expect(measured).toMatchObject({ eventCount: 0, eventsAfter: 0 });
    expect(measured?.reason).toContain('it takes captured events, and ');
  });
});
