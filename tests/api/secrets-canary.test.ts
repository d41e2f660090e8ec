import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import { secretFields, templates, validateConfig } from '../../src/engine/components/catalogue.ts';
import { neededConfig } from '../../src/engine/components/testing/needed-config.ts';
import { openSqliteStore } from '../../src/service/store/index.ts';
import { makePipeline, makeTransform } from './support/fixtures.ts';
import { type Answer, startService, type TestService } from './support/service.ts';

const CANARY = 'canary-4f1d0c77a2';
/** Must have the form of a key, so a plain text is refused. */
const NO_TEXT = ['tlsKey'];

type Kind = 'SOURCE' | 'SINK' | 'TRANSFORM';
type Case = { kind: Kind; templateId: string; field: string };
const CASES: Case[] = (['SOURCE', 'SINK', 'TRANSFORM'] as const).flatMap((kind) =>
  templates(kind).flatMap(({ id }) =>
    secretFields(id)
      .filter((field) => !NO_TEXT.includes(field))
      .map((field) => ({ kind, templateId: id, field })),
  ),
);

const METHODS = [{}, { auth: 'bearer' }, { auth: 'basic', username: 'someone' }, { auth: 'api_key' }];

/** undefined when the kind has no such field. */
function buildConfigWith({ kind, templateId, field }: Case): Record<string, unknown> | undefined {
  const needed = neededConfig(kind, templateId);
  return METHODS.map((method) => ({ ...needed, ...method, [field]: CANARY })).find(
    (config) => validateConfig(kind, templateId, config).details === undefined,
  );
}

let api: TestService;
let folder: string;
const logged: string[] = [];
const pushed: string[] = [];
const answers: [string, Answer][] = [];
const ids = new Set<string>();
let port = 20_000;

const call: TestService['call'] = async (id, parts) => {
  const answer = await api.call(id, parts);
  answers.push([id, answer]);
  return answer;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-canary-'));
  const store = await openSqliteStore(join(folder, 'penstock.db'));
  api = await startService({ store, logTo: (line) => logged.push(line) });
  api.service.services.hub.observe((message) => pushed.push(JSON.stringify(message)));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function store({ kind, templateId }: Case, config: Record<string, unknown>): Promise<string> {
  port += 1;
  const ports = templateId === 'otlp' ? { httpPort: port, grpcPort: port + 5000 } : { port };
  const own = 'port' in config || templateId === 'otlp' ? { ...config, ...ports } : config;
  if (kind === 'TRANSFORM') {
    const pipelineId = await makePipeline(api, `of ${port}`);
    ids.add(pipelineId);
    return makeTransform(api, pipelineId, { templateId, config: own });
  }
  const entity = { name: `${templateId} ${port}`, siteId: api.siteId, templateId, config: own };
  const answer =
    kind === 'SOURCE'
      ? await call('createSource', { body: { source: entity } })
      : await call('createSink', { body: { sink: entity } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}

describe('a secret put into a field for secrets', () => {
  test('there are fields for secrets of sources, destinations and transforms', () => {
    const kinds = CASES.filter((one) => buildConfigWith(one)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['SOURCE', 'SINK', 'TRANSFORM']));
    expect(kinds.length).toBeGreaterThan(10);
  });

  test('is in no answer, error, record, export, message, log or row', async () => {
    for (const one of CASES) {
      const config = buildConfigWith(one);
      if (!config) continue;
      const id = await store(one, config);
      ids.add(id);
      const patch = { id, config: { ...config, [one.field]: `${CANARY}-2`, nonsense: true } };
      const asked = { siteId: api.siteId, templateId: one.templateId, config: patch.config };
      if (one.kind === 'SOURCE') {
        await call('updateSource', { body: { source: patch } });
        await call('checkSource', { body: { source: { ...asked, id } } });
      } else if (one.kind === 'SINK') {
        await call('updateSink', { body: { sink: patch } });
        await call('checkSink', { body: { sink: { ...asked, id } } });
      } else {
        const { siteId, ...transform } = asked;
        await call('checkTransforms', { body: { siteId, transforms: [{ ...transform, lineageId: id }] } });
      }
    }
    for (const id of CALL_IDS) {
      const definition = callDefinition(id);
      if (definition.method !== 'GET' || definition.download) continue;
      const names = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const query = { siteId: api.siteId };
      for (const value of names.length === 0 ? [''] : ids)
        for (const asked of [{}, query])
          await call(id, { path: Object.fromEntries(names.map((name) => [name, value])), query: asked });
    }
    await call('listAuditRecords', { query: { 'pagination.limit': 1000 } });
    await api.request('/metrics').then((answer) => answers.push(['/metrics', answer]));
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(2 * CASES.length);
    for (const [id, answer] of answers)
      expect(JSON.stringify([answer.body, [...answer.headers]]).includes(CANARY), id).toBe(false);
    expect(pushed.join('\n')).not.toContain(CANARY);
    expect(logged.join('\n')).not.toContain(CANARY);
    const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(stored.some((text) => text.includes(CANARY))).toBe(false);
    expect(stored.some((text) => text.includes('createSink'))).toBe(true);
  });
});
