import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let now = 1_800_000_000_000;
let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  api = await startService({ clock: () => now });
  web = await makeDeployedPipeline(api);
});
afterEach(async () => {
  vi.useRealTimers();
  await api.stop();
});

const start = async (more: object = {}) =>
  api.call('startCapture', { body: { pipelineId: web.pipelineId, componentId: web.sourceId, ...more } });
const startCapture = async (more: object = {}): Promise<string> => (await start(more)).body.capture.id;
const read = async (captureId: string) => (await api.call('getCapture', { path: { captureId } })).body;
const fetchCaptures = async () =>
  (await api.call('listCaptures', { path: { pipelineId: web.pipelineId } })).body.captures;
const tapAt = (index: number) => {
  const tap = api.engine.taps.at(index);
  if (!tap) throw new Error('nothing is tapped');
  return tap;
};
const sendEvents = (...texts: string[]) => tapAt(-1).onEvents(texts.map((text) => ({ text, at: now })));

describe('a capture takes what leaves a node of a running pipeline (design 1)', () => {
  test('it reports who started it, and grows as events come', async () => {
    const { body } = await start({ limit: 3, seconds: 5 });
    expect(body.capture).toMatchObject({
      pipelineId: web.pipelineId,
      componentId: web.sourceId,
      limit: 3,
      seconds: 5,
      startedBy: 'Local administrator',
      startedAt: new Date(now).toISOString(),
      state: 'RUNNING',
      reason: '',
      eventCount: 0,
    });
    expect(tapAt(0).request).toMatchObject({ componentId: web.sourceId, limit: 3 });
    sendEvents('one', 'two');
    expect(await read(body.capture.id)).toMatchObject({
      capture: { state: 'RUNNING', eventCount: 2 },
      events: ['one', 'two'],
    });
    sendEvents('three');
    expect((await read(body.capture.id)).capture).toMatchObject({ state: 'DONE', eventCount: 3 });
    expect(api.engine.taps).toEqual([]);
  });

  test('it says where each event came from, where that is known', async () => {
    const { body } = await start({ limit: 2, seconds: 5 });
    const origin = '{"source":"In","sender":"10.0.0.5"}';
    tapAt(0).onEvents([
      { text: 'one', at: now, origin },
      { text: 'two', at: now },
    ]);
    expect(await read(body.capture.id)).toMatchObject({ events: ['one', 'two'], origins: [origin, ''] });
  });

  test('what was left out is 100 events and 60 s', async () => {
    expect((await start()).body.capture).toMatchObject({ limit: 100, seconds: 60 });
  });

  test('it ends when its time is over, with what there is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const id = await startCapture({ seconds: 7 });
    sendEvents('one');
    vi.advanceTimersByTime(6999);
    expect((await read(id)).capture.state).toBe('RUNNING');
    vi.advanceTimersByTime(1);
    expect(await read(id)).toMatchObject({
      capture: { state: 'DONE', reason: 'The time limit of 7 s was reached' },
      events: ['one'],
    });
  });

  test('a person ends it; what it took stays', async () => {
    const id = await startCapture();
    sendEvents('one');
    const { body } = await api.call('stopCapture', { path: { captureId: id } });
    expect(body.capture).toMatchObject({ state: 'STOPPED', eventCount: 1 });
    expect(api.engine.taps).toEqual([]);
    await api.call('stopCapture', { path: { captureId: id } });
    expect((await read(id)).events).toEqual(['one']);
  });

  test('it fails with what the engine says', async () => {
    const id = await startCapture();
    tapAt(-1).onEnd('The component does not run');
    expect((await read(id)).capture).toMatchObject({ state: 'FAILED', reason: 'The component does not run' });
  });

  test('it takes 8 MB at most', async () => {
    const id = await startCapture();
    const text = 'x'.repeat(3_000_000);
    sendEvents(text, text, text, 'y');
    const { capture, events } = await read(id);
    expect(capture).toMatchObject({ state: 'DONE', reason: expect.stringMatching(/8 MB/), eventCount: 2 });
    expect(events).toEqual([text, text]);
  });

  test('two of one node share nothing', async () => {
    const [one, two] = [await startCapture({ limit: 1 }), await startCapture()];
    tapAt(0).onEvents([{ text: 'mine', at: now }]);
    expect((await read(one)).events).toEqual(['mine']);
    expect((await read(two)).events).toEqual([]);
  });

  test('it is held for an hour, and listed newest first', async () => {
    const first = await startCapture();
    now += 1_800_000;
    const second = await startCapture();
    expect((await fetchCaptures()).map((one: { id: string }) => one.id)).toEqual([second, first]);
    now += 1_800_000;
    expect((await fetchCaptures()).map((one: { id: string }) => one.id)).toEqual([second]);
    await expectRefusal(api, () => api.call('getCapture', { path: { captureId: first } }), {
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('48 are kept: the oldest ended one goes, never a running one', async () => {
    const first = await startCapture({ limit: 1 });
    sendEvents('done');
    for (let n = 0; n < 48; n++) await startCapture();
    expect((await api.call('getCapture', { path: { captureId: first } })).status).toBe(404);
    const refused = await start();
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(await fetchCaptures()).toHaveLength(48);
  });

  test('the service stops and takes nothing more', async () => {
    await startCapture();
    await api.service.stop();
    expect(api.engine.taps).toEqual([]);
  });
});

describe('what cannot be captured is refused with the reason', () => {
  const refusals: [string, () => object, number, string, RegExp][] = [
    ['a pipeline that is not there', () => ({ pipelineId: GHOST.pipeline }), 404, 'NOT_FOUND', /pipeline/],
    ['a destination', () => ({ componentId: web.sinkId }), 400, 'VALIDATION_FAILED', /passes nothing on/],
    [
      'a node that does not run',
      () => ({ componentId: GHOST.node }),
      400,
      'VALIDATION_FAILED',
      /not in the running v1/,
    ],
    ['no event', () => ({ limit: 0 }), 400, 'VALIDATION_FAILED', /limit/],
    ['1001 events', () => ({ limit: 1001 }), 400, 'VALIDATION_FAILED', /limit/],
    ['301 s', () => ({ seconds: 301 }), 400, 'VALIDATION_FAILED', /seconds/],
    ['an unknown field', () => ({ forever: true }), 400, 'VALIDATION_FAILED', /forever/],
  ];
  test.each(refusals)('%s', async (_, more, status, code, message) => {
    await expectRefusal(api, () => start(more()), { status, code, message });
    expect(api.engine.taps).toEqual([]);
  });

  test('a pipeline that is not deployed', async () => {
    const draft = await makeSavedPipeline(api, 'draft');
    const send = () => start({ pipelineId: draft.pipelineId, componentId: draft.sourceId });
    await expectRefusal(api, send, { status: 409, code: 'ACTION_REFUSED', message: /not deployed/ });
  });
});
