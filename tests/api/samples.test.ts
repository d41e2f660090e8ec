import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { act, makeSavedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let web: Awaited<ReturnType<typeof makeSavedPipeline>>;
beforeEach(async () => {
  api = await startService();
  web = await makeSavedPipeline(api);
});
afterEach(() => api.stop());

const create = (more: object = {}) =>
  api.call('createSample', {
    body: { sample: { pipelineId: web.pipelineId, name: 'morning', events: ['a', 'b'], ...more } },
  });
const createSample = async (more: object = {}): Promise<string> => (await create(more)).body.id;
const read = async (sampleId: string) => (await api.call('getSample', { path: { sampleId } })).body.sample;
const patchSample = (id: string, more: object, ifMatch = '*') =>
  api.call('updateSample', { body: { sample: { id, ...more } }, headers: { 'if-match': ifMatch } });
const list = async () =>
  (await api.call('listSamples', { path: { pipelineId: web.pipelineId } })).body.samples;

const HOSTILE = [
  'with \u0000 inside',
  'a lone \ud800 surrogate',
  '\u2028 line \r\n separators',
  '{"not": "closed',
  '💥 é ☃',
  '',
];

describe('samples of a pipeline (screens 2.2)', () => {
  test('are kept with who made them, and listed without their events', async () => {
    const expected = { [web.transformId]: [['{"a":1}'], []] };
    const id = await createSample({ expected, pinned: true, description: 'From the morning' });
    const { body, headers } = await api.call('getSample', { path: { sampleId: id } });
    expect(headers.get('etag')).toBe('"1"');
    expect(body.sample).toMatchObject({
      id,
      siteId: api.siteId,
      pipelineId: web.pipelineId,
      name: 'morning',
      description: 'From the morning',
      events: ['a', 'b'],
      startComponentId: '',
      expected,
      pinned: true,
      createdBy: 'Local administrator',
      revision: 1,
    });
    await createSample({ name: 'evening' });
    expect(await list()).toMatchObject([
      { name: 'evening', eventCount: 2, hasExpected: false, pinned: false },
      { name: 'morning', eventCount: 2, hasExpected: true, pinned: true },
    ]);
    expect((await list())[0]).not.toHaveProperty('events');
  });

  test('every text comes back as it was sent', async () => {
    const id = await createSample({ events: HOSTILE, expected: { n: HOSTILE.map((text) => [text, text]) } });
    const sample = await read(id);
    expect(sample.events).toEqual(HOSTILE);
    expect(sample.expected.n).toEqual(HOSTILE.map((text) => [text, text]));
  });

  test('a change replaces the fields it names, and raises the revision', async () => {
    const id = await createSample({ expected: { n: [['a'], ['b']] } });
    expect((await patchSample(id, { pinned: true, name: 'noon' }, '"1"')).body).toEqual({ revision: 2 });
    expect(await read(id)).toMatchObject({ name: 'noon', pinned: true, expected: { n: [['a'], ['b']] } });
    await patchSample(id, { events: ['c'], expected: null });
    expect(await read(id)).toMatchObject({ events: ['c'], expected: null, revision: 3 });
  });

  test('of two editors the second is refused, and nothing is lost', async () => {
    const id = await createSample();
    await patchSample(id, { description: 'mine' }, '"1"');
    const late = await expectRefusal(api, () => patchSample(id, { description: 'theirs' }, '"1"'), {
      status: 412,
      code: 'STALE_VERSION',
    });
    expect(late.body.current).toMatchObject({ description: 'mine', revision: 2 });
    expect((await read(id)).description).toBe('mine');
  });

  test('a deleted one is gone', async () => {
    const id = await createSample();
    expect((await api.call('deleteSample', { path: { sampleId: id } })).body).toEqual({});
    expect(await list()).toEqual([]);
    const missing = { status: 404, code: 'NOT_FOUND' };
    await expectRefusal(api, () => api.call('getSample', { path: { sampleId: id } }), missing);
    await expectRefusal(api, () => api.call('deleteSample', { path: { sampleId: id } }), missing);
    await expectRefusal(api, () => patchSample(id, { name: 'x' }), missing);
  });

  test('they go with their pipeline, and stay with the others', async () => {
    const other = await makeSavedPipeline(api, 'other');
    const [gone, kept] = [await createSample(), await createSample({ pipelineId: other.pipelineId })];
    await act(api, web.pipelineId, 'DELETE');
    await api.service.services.lifecycle.settled();
    expect((await api.call('getSample', { path: { sampleId: gone } })).status).toBe(404);
    expect((await read(kept)).id).toBe(kept);
    await expectRefusal(api, () => create(), { status: 404, code: 'NOT_FOUND' });
  });

  test('a request that is sent twice makes one', async () => {
    const body = { sample: { pipelineId: web.pipelineId, name: 'morning', events: ['a'] } };
    const headers = { 'idempotency-key': 'k-1' };
    const [one, two] = [
      await api.call('createSample', { body, headers }),
      await api.call('createSample', { body, headers }),
    ];
    expect(two.body).toEqual(one.body);
    expect(await list()).toHaveLength(1);
  });
});

describe('what a sample cannot hold is refused by field', () => {
  const invalid = (field: string) => ({ status: 400, code: 'VALIDATION_FAILED', field });
  test.each([
    [{ events: [] }, 'sample.events'],
    [{ events: Array.from({ length: 1001 }, () => 'x') }, 'sample.events'],
    [{ events: ['é'.repeat(1_000_001)] }, 'sample.events'],
    [{ events: ['a', 7] }, 'sample.events.1'],
    [{ name: ' ' }, 'sample.name'],
    [{ expected: { n: [['a']] } }, 'sample.expected.n'],
    [{ expected: { n: [['x'.repeat(2_000_001)], []] } }, 'sample.expected'],
    [{ colour: 'red' }, 'sample.colour'],
  ])('%#', async (more, field) => {
    await expectRefusal(api, () => create(more), invalid(field));
    expect(await list()).toEqual([]);
  });

  test('1000 events of 2 MB in all are taken', async () => {
    const events = Array.from({ length: 1000 }, () => 'x'.repeat(2000));
    expect((await create({ events })).status).toBe(200);
  });

  test('a duplicate name within the pipeline; others may use it', async () => {
    const other = await makeSavedPipeline(api, 'other');
    await createSample();
    const id = await createSample({ name: 'evening' });
    const taken = { status: 409, code: 'NAME_TAKEN', field: 'sample.name' };
    await expectRefusal(api, () => create(), taken);
    await expectRefusal(api, () => patchSample(id, { name: 'morning' }), taken);
    expect((await create({ pipelineId: other.pipelineId })).status).toBe(200);
  });

  test('more than 50 in a pipeline', async () => {
    for (let n = 0; n < 50; n++) await createSample({ name: `sample ${n}` });
    await expectRefusal(api, () => create(), { status: 409, code: 'CONFLICT', message: /50 samples/ });
  });

  test('a pipeline that is not there', async () => {
    const missing = { status: 404, code: 'NOT_FOUND' };
    await expectRefusal(api, () => create({ pipelineId: GHOST.pipeline }), missing);
    await expectRefusal(
      api,
      () => api.call('listSamples', { path: { pipelineId: GHOST.pipeline } }),
      missing,
    );
  });
});
