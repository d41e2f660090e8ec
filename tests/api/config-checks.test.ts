import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { neededConfig } from '../../src/engine/components/testing/needed-config.ts';
import { BROKEN_RULES, type BrokenRule } from './support/broken-rules.ts';
import { type Answer, startService, type TestService } from './support/service.ts';

let api: TestService;
let pipelineId: string;
beforeAll(async () => {
  api = await startService();
  const made = await api.call('createPipeline', { body: { pipeline: { name: 'p', siteId: api.siteId } } });
  pipelineId = made.body.id;
});
afterAll(() => api.stop());

type Config = Record<string, unknown>;

async function checkConfig(
  kind: BrokenRule['kind'],
  templateId: string,
  config: Config,
  id?: string,
): Promise<Answer> {
  const { siteId } = api;
  if (kind === 'TRANSFORM') {
    const one = { templateId, config, ...(id && { lineageId: id }) };
    const answer = await api.call('checkTransforms', { body: { siteId, transforms: [one] } });
    return { ...answer, body: answer.body.results?.[0] ?? answer.body };
  }
  const subject = { siteId, templateId, config, ...(id && { id }) };
  return kind === 'SOURCE'
    ? api.call('checkSource', { body: { source: subject } })
    : api.call('checkSink', { body: { sink: subject } });
}

function saveConfig(
  kind: BrokenRule['kind'],
  templateId: string,
  config: Config,
  name = 'n',
): Promise<Answer> {
  const { siteId } = api;
  if (kind === 'TRANSFORM')
    return api.call('createTransforms', {
      body: { transforms: [{ name, templateId, config, pipelineId }] },
    });
  const input = { name, siteId, templateId, config };
  return kind === 'SOURCE'
    ? api.call('createSource', { body: { source: input } })
    : api.call('createSink', { body: { sink: input } });
}

const PREFIX = { SOURCE: 'source.config.', SINK: 'sink.config.', TRANSFORM: 'transforms.0.config.' };
const buildConfig = ({ kind, type, broken }: BrokenRule): Config => ({
  ...neededConfig(kind, type),
  ...broken,
});

describe('what saving would refuse of a configuration [R5-17 … R5-19]', () => {
  test.each(BROKEN_RULES.map((one) => [`${one.kind} ${one.type}: ${one.field}`, one] as const))(
    '%s is named as saving names it',
    async (_title, one) => {
      const answer = await checkConfig(one.kind, one.type, buildConfig(one));
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const refusal = await saveConfig(one.kind, one.type, buildConfig(one));
      expect(refusal.status).toBe(400);
      const details: { field: string; message: string }[] = refusal.body.details;
      expect(answer.body.problems).toEqual(
        details.map(({ field, message }) => ({ field: field.replace(PREFIX[one.kind], ''), message })),
      );
      expect(answer.body.problems).toContainEqual({
        field: one.field,
        message: expect.stringMatching(/\S+ \S+/),
      });
    },
  );

  test('every kind whose schema has its own rule is covered', () => {
    const files = globSync('src/engine/components/{sources,transforms,sinks}/*/schema.ts');
    const kinds = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      if (!/superRefine|\.refine\(|checkRequest/.test(text)) return [];
      return [`${/nodeType: '(\w+)'/.exec(text)?.[1]} ${/templateId: '(\w+)'/.exec(text)?.[1]}`];
    });
    expect(kinds.length).toBeGreaterThan(20);
    const covered = new Set(BROKEN_RULES.map(({ kind, type }) => `${kind} ${type}`));
    expect(kinds.filter((kind) => !covered.has(kind.replace(/undefined$/, 'route')))).toEqual([]);
  });

  test('the minimal configuration of a kind is valid, and not stored', async () => {
    for (const { kind, type } of BROKEN_RULES.filter(({ type }) => !['lookup', 'geoip', 's3'].includes(type)))
      expect([type, (await checkConfig(kind, type, neededConfig(kind, type))).body]).toEqual([
        type,
        { problems: [] },
      ]);
    expect((await api.call('listSources', {})).body.sources).toEqual([]);
    expect((await api.call('listTransforms', {})).body.transforms).toEqual([]);
  });

  test('several transforms are answered in order; missing files are named', async () => {
    const answer = await api.call('checkTransforms', {
      body: {
        siteId: api.siteId,
        transforms: [
          { templateId: 'parse_json', config: {} },
          { templateId: 'lookup', config: neededConfig('TRANSFORM', 'lookup') },
          { templateId: 'remove_fields', config: {} },
        ],
      },
    });
    expect(answer.body.results).toEqual([
      { problems: [] },
      { problems: [{ field: 'file', message: expect.stringContaining("'hosts.csv' is missing") }] },
      {
        problems: [
          {
            field: 'fields',
            message: 'Fields must have at least 1 entry, unless null or empty fields are removed',
          },
        ],
      },
    ]);
  });

  test('a secret that was not typed again is the stored one', async () => {
    const kept = { url: 'http://127.0.0.1:4741/', auth: 'bearer', token: { set: true } };
    const made = await saveConfig('SINK', 'http', { ...kept, token: 'secret-token' }, 'with a token');
    const answer = await checkConfig('SINK', 'http', kept, made.body.id);
    expect(answer.body).toEqual({ problems: [] });
    expect((await checkConfig('SINK', 'http', kept)).body.problems).toEqual([
      { field: 'token', message: 'Token is required for authentication by token' },
    ]);
    const other = await checkConfig('SINK', 'blackhole', {}, made.body.id);
    expect(other.status).toBe(404);
    const rules = { rules: [{ find: 'email', action: 'hash' }] };
    const { body } = await saveConfig('TRANSFORM', 'redact', { ...rules, hashKey: 'eight letters' });
    const lineage = body.transformIds[0];
    const redact = await checkConfig('TRANSFORM', 'redact', { ...rules, hashKey: { set: true } }, lineage);
    expect(redact.body).toEqual({ problems: [] });
  });

  test('a type that is none is refused as saving refuses it', async () => {
    const answer = await checkConfig('TRANSFORM', 'nonsense', {});
    expect(answer.body.problems).toEqual([
      { field: 'templateId', message: expect.stringContaining("no transform type 'nonsense'") },
    ]);
  });
});

test('saving under a taken name with a wrong configuration names both [R4-59]', async () => {
  expect((await saveConfig('SINK', 'blackhole', {}, 'taken')).status).toBe(200);
  const { status, body } = await saveConfig('SINK', 'http', { url: 'nowhere' }, 'taken');
  expect([status, body.details.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['sink.name', 'sink.config.url'],
  ]);
});
