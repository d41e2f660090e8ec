import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessType } from '../../src/contract/enums.ts';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { createDraftChain, sink, source, transform } from './support/draft.ts';
import {
  createChain,
  createGraphBody,
  makeConnections,
  makePipeline,
  makeTransform,
} from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const KEY = 'the key of the hashes';
const RULES = { rules: [{ find: 'email', action: 'hash' }] };
const EVENT = '{"who":"ada@example.org"}';

const createPrincipal = (...types: AccessType[]): Principal => ({
  user: {
    id: '500000000000000001',
    name: 'Someone',
    email: 'someone@example.org',
    picture: '',
    userType: 'SSO',
    roles: [],
  },
  grants: (['PIPELINES', 'SOURCES', 'SINKS', 'SITES'] as const).map((resource) => ({
    resource,
    types,
    extra: [],
  })),
});

let api: TestService;
let caller: Principal;
let pipelineId: string;
let redactId: string;
beforeEach(async () => {
  caller = createPrincipal('READ', 'WRITE');
  api = await startService({ authenticate: async () => caller });
  const { sourceId, sinkId } = await makeConnections(api);
  pipelineId = await makePipeline(api);
  redactId = await makeTransform(api, pipelineId, {
    templateId: 'redact',
    config: { ...RULES, hashKey: KEY },
  });
  await api.call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, redactId, sinkId)) });
});
afterEach(() => api.stop());

async function fetchHash(hashKey: unknown, sampleId?: string): Promise<string> {
  const graph = createDraftChain({
    s: source('tcp', { port: 9000 }),
    [redactId]: transform('redact', { ...RULES, ...(hashKey !== undefined && { hashKey }) }, 'Redact'),
    d: sink('blackhole', {}),
  });
  const given = sampleId ? { sampleId } : { events: [EVENT] };
  const body = { siteId: api.siteId, pipelineId, graph, ...given };
  const answer = await api.call('previewPipeline', { body });
  return answer.body.nodes[redactId].results[0].after[0];
}

test('previews: a stored key hashes only for those who may write', async () => {
  const real = await fetchHash(KEY);
  expect(await fetchHash({ set: true })).toBe(real);
  caller = createPrincipal('READ');
  const seen = [await fetchHash({ set: true }), await fetchHash({ set: true })];
  expect(seen).not.toContain(real);
  expect(new Set([...seen, await fetchHash(undefined)]).size).toBe(3);
  expect(await fetchHash(KEY)).toBe(real);
});

test('sample tests: a reader finds no hashes by a draft of their own', async () => {
  const sample = { name: 'one', pipelineId, events: [EVENT] };
  const { id } = (await api.call('createSample', { body: { sample } })).body;
  const expected = { [redactId]: [[await fetchHash({ set: true }, id)]] };
  const pinned = await api.call('updateSample', { body: { sample: { id, pinned: true, expected } } });
  expect(pinned.status, JSON.stringify(pinned.body)).toBe(200);
  caller = createPrincipal('READ');
  const graph = createDraftChain({
    s: source('tcp', { port: 9000 }),
    [redactId]: transform('redact', { ...RULES, hashKey: { set: true } }, 'Redact'),
    d: sink('blackhole', {}),
  });
  const run = async (more: object) =>
    (await api.call('runSampleTests', { body: { pipelineId, ...more } })).body.results[0];
  expect(await run({ graph })).toMatchObject({ passed: false });
  expect(await run({})).toMatchObject({ passed: true, differences: [] });
});
