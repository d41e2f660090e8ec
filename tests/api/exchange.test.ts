import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, expectDone, listActions, WEB } from './support/exchange.ts';
import { fetchPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

describe('a definition', () => {
  test('imports as saved versions, and exports the same bytes', async () => {
    expect(listActions(await importText(WEB))).toEqual([
      'create web source',
      'create web sink',
      'create web',
    ]);
    expect(expectDone(await exportSite()).body.definition).toBe(WEB);
    const [pipeline] = (await api.call('listPipelines')).body.pipelines;
    expect(pipeline).toMatchObject({ name: 'web', latestGraphVersion: 1, status: 'DEFAULT' });
    const versions = (await api.call('listVersions', { path: { pipelineId: pipeline.id } })).body.versions;
    expect(versions).toMatchObject([{ name: 'Imported' }]);
    expect(listActions(await importText(WEB))).toEqual([
      'unchanged web source',
      'unchanged web sink',
      'unchanged web',
    ]);
    expect((await fetchPipeline(api, pipeline.id)).latestGraphVersion).toBe(1);
  });

  test('short forms are equal: defaults, order, flow style, comments', async () => {
    expectDone(await importText(WEB));
    const short = `
# by hand
pipelines:
  - graph:
      - {transform: Parse, config: {}, type: parse_json, notes: "Two\\nlines", to: [web sink]}
      - {to: [Parse], source: web source}
    name: web
    description: What the site says
destinations: [{type: blackhole, name: web sink}]
sources: [{name: web source, type: tcp, config: {port: 20900}}]
format: penstock/v2
`;
    expect(listActions(await importText(short))).toEqual([
      'unchanged web source',
      'unchanged web sink',
      'unchanged web',
    ]);
  });

  test('conditions of the former format ask for their field', async () => {
    const filter = (rules: string) =>
      WEB.replace('penstock/v2', rules.includes('exists') ? 'penstock/v2' : 'penstock/v1')
        .replace('type: parse_json', 'type: filter')
        .replace(
          /config:\n {10}field: message\n.*\n.*onError: keep/,
          `config: {match: {match: all, rules: [${rules}]}}`,
        );
    const negative = '{field: level, operator: not_equals, value: debug}';
    expectDone(await importText(filter(negative)));
    const { definition } = expectDone(await exportSite()).body;
    expect(definition).toContain('format: penstock/v2');
    expect(definition).toContain('operator: exists');
    const asking = filter(`${negative}, {field: level, operator: exists}`);
    for (const text of [filter(negative), asking])
      expect(listActions(await importText(text))).toEqual([
        'unchanged web source',
        'unchanged web sink',
        'unchanged web',
      ]);
  });

  test('a plan lists field changes without effect; applying keeps lineages', async () => {
    expectDone(await importText(WEB));
    const [pipeline] = (await api.call('listPipelines')).body.pipelines;
    const graph = async (version: number) =>
      (await api.call('getGraph', { path: { pipelineId: pipeline.id, graphVersion: version } })).body.graph;
    const componentOf = async (version: number) =>
      Object.values<{ name: string; componentId: string }>((await graph(version)).nodes).find(
        (node) => node.name === 'Parse',
      )?.componentId;
    const edited = WEB.replace('field: message', 'field: body').replace('port: 20900', 'port: 20901');
    const plan = expectDone(await importText(edited, { dryRun: true }));
    expect(plan.body.applied).toBe(false);
    expect(plan.body.entries).toMatchObject([
      {
        name: 'web source',
        action: 'update',
        changes: [{ field: 'config.port', before: 20900, after: 20901 }],
      },
      { name: 'web sink', action: 'unchanged', changes: [] },
      {
        name: 'web',
        action: 'update',
        changes: [{ field: 'graph.[Parse].config.field', before: 'message', after: 'body' }],
      },
    ]);
    expect(expectDone(await exportSite()).body.definition).toBe(WEB);
    expect(expectDone(await importText(edited)).body.applied).toBe(true);
    expect(expectDone(await exportSite()).body.definition).toBe(edited);
    expect((await fetchPipeline(api, pipeline.id)).latestGraphVersion).toBe(2);
    expect(await componentOf(2)).toBe(await componentOf(1));
  });

  test('travels as YAML by itself, both ways', async () => {
    const path = `/v1/pipelines/import?siteId=${api.siteId}`;
    const headers = { 'content-type': 'application/yaml', 'if-match': '*' };
    expectDone(await api.request(path, { method: 'PUT', headers, body: WEB }));
    const answer = await api.request(`/v1/pipelines/export?siteId=${api.siteId}`, {
      headers: { accept: 'application/yaml' },
    });
    expect(answer.headers.get('content-type')).toContain('application/yaml');
    expect(answer.body).toBe(WEB);
  });

  test('a site exports unused things too, chosen pipelines only theirs', async () => {
    expectDone(await importText(WEB));
    const sink = { name: 'spare', siteId: api.siteId, templateId: 'blackhole', config: {} };
    expectDone(await api.call('createSink', { body: { sink } }));
    const [pipeline] = (await api.call('listPipelines')).body.pipelines;
    expect(expectDone(await exportSite()).body.definition).toContain('- name: spare');
    expect(expectDone(await exportSite(api, [pipeline.id])).body.definition).toBe(WEB);
  });

  test('a destination with the name of a transform is kept apart', async () => {
    const twins = WEB.replaceAll('web sink', 'Parse').replace(
      '        to:\n          - Parse\n',
      '        to:\n          - Parse\n',
    );
    const clear = twins.replace(/to:\n {10}- Parse\n$/, 'to:\n          - destination: Parse\n');
    expectDone(await importText(clear));
    expect(expectDone(await exportSite()).body.definition).toBe(clear);
  });
});

describe('a definition for the editor', () => {
  test('is read as graphs by name with known ids; nothing is stored', async () => {
    const { sourceId } = await makeSavedPipeline(api, 'web');
    const before = (await exportSite()).body.definition;
    const query = { siteId: api.siteId };
    const text = WEB.replace('- web sink\n', '- elsewhere\n').replaceAll('name: web\n', 'name: shop\n');
    const answer = expectDone(await api.call('readDefinition', { query, body: { definition: text } }));
    expect(answer.body.pipelines).toMatchObject([
      {
        name: 'shop',
        nodes: [
          {
            nodeType: 'SOURCE',
            name: 'web source',
            id: sourceId,
            to: [{ nodeType: 'TRANSFORM', name: 'Parse' }],
          },
          { nodeType: 'TRANSFORM', name: 'Parse', templateName: 'Parse JSON', notes: 'Two\nlines' },
          { nodeType: 'SINK', name: 'elsewhere', id: '' },
        ],
      },
    ]);
    expect((await exportSite()).body.definition).toBe(before);
  });

  test('names the place of a fault', () =>
    expectRefusal(
      api,
      () =>
        api.call('readDefinition', { query: { siteId: api.siteId }, body: { definition: 'pipelines: 1' } }),
      { status: 400, code: 'VALIDATION_FAILED', field: 'format' },
    ));
});

describe('one pipeline as code', () => {
  const definitionOf = async (pipelineId: string) =>
    expectDone(await api.call('getPipelineDefinition', { path: { pipelineId } }));
  const put = (pipelineId: string, definition: string, ifMatch = '*') =>
    api.call('putPipelineDefinition', {
      path: { pipelineId },
      body: { definition },
      headers: { 'if-match': ifMatch },
    });

  test('is changed and put back under its tag, which then expires', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const before = await definitionOf(pipelineId);
    const tag = before.headers.get('etag') ?? '';
    const renamed = before.body.definition.replace('- name: web\n', '- name: shop\n');
    const answer = expectDone(await put(pipelineId, renamed, tag));
    expect(answer.body.entries.at(-1)).toMatchObject({
      name: 'shop',
      id: pipelineId,
      changes: [{ field: 'name', before: 'web', after: 'shop' }],
    });
    const after = await definitionOf(pipelineId);
    expect(after.body.definition).toBe(renamed);
    expect(answer.headers.get('etag')).toBe(after.headers.get('etag'));
    await expectRefusal(api, () => put(pipelineId, before.body.definition, tag), {
      status: 412,
      code: 'STALE_VERSION',
      field: 'If-Match',
    });
  });

  test('holds exactly one pipeline, and no name of another', async () => {
    const one = await makeSavedPipeline(api, 'one');
    await makeSavedPipeline(api, 'two');
    const { definition } = (await definitionOf(one.pipelineId)).body;
    const refused = (text: string, field: string) =>
      expectRefusal(api, () => put(one.pipelineId, text), {
        status: 400,
        code: 'VALIDATION_FAILED',
        field,
      });
    await refused((await exportSite()).body.definition, 'pipelines');
    await refused(definition.replace('- name: one\n', '- name: two\n'), 'pipelines.0.name');
  });
});
