import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDraftChain, sink, source, transform } from './support/draft.ts';
import { createExchange, expectDone, listActions } from './support/exchange.ts';
import {
  act,
  createChain,
  createGraphBody,
  fetchPipeline,
  makeConnections,
  makePipeline,
  makeTransform,
} from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';
import { HOSTS_CSV, replace, upload, uploadTable } from './support/upload.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const CONFIG = { file: 'hosts.csv', keys: [{ field: 'host', column: 'host' }] };
const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function makeLookupPipeline(name = 'web') {
  const { sourceId, sinkId } = await makeConnections(api, name);
  const pipelineId = await makePipeline(api, name);
  const transformId = await makeTransform(api, pipelineId, {
    name: 'Look up',
    templateId: 'lookup',
    config: CONFIG,
  });
  await api.call('saveGraph', {
    body: createGraphBody(pipelineId, createChain(sourceId, transformId, sinkId)),
  });
  await act(api, pipelineId, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
  return { pipelineId, transformId, sourceId, sinkId };
}

const findFilesOfPlan = (pipelineId: string) =>
  api.engine.plans.get(pipelineId)?.nodes.find(({ templateId }) => templateId === 'lookup')?.files;

describe('a file that pipelines name', () => {
  test('reaches the engine by path and digest, and lists its users', async () => {
    const id = await uploadTable(api);
    const { pipelineId, transformId } = await makeLookupPipeline();
    expect(findFilesOfPlan(pipelineId)).toEqual({
      file: {
        name: 'hosts.csv',
        path: expect.stringMatching(new RegExp(`/${computeSha256(HOSTS_CSV)}$`)),
        sha256: computeSha256(HOSTS_CSV),
        sizeBytes: HOSTS_CSV.length,
      },
    });
    expect((await api.call('getAsset', { path: { id } })).body.asset.usedBy).toEqual([
      { pipelineId, pipelineName: 'web', nodeId: transformId, nodeName: 'Look up' },
    ]);
  });

  test('is not deleted while one names it, and says which', async () => {
    const id = await uploadTable(api);
    const { pipelineId } = await makeLookupPipeline();
    const refused = await api.call('deleteAsset', { path: { id } });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'IN_USE',
        details: [{ field: `pipelines.${pipelineId}`, rule: 'in_use', message: 'web' }],
      },
    });
    expect(refused.body.message).toContain("'Look up' of 'web'");
    await act(api, pipelineId, 'DELETE');
    await api.service.services.lifecycle.settled();
    expect((await api.call('deleteAsset', { path: { id } })).status).toBe(200);
  });

  test('new content applies at once to what runs, or not at all', async () => {
    const id = await uploadTable(api);
    const { pipelineId } = await makeLookupPipeline();
    const next = 'host,owner\nweb-1,Eve\n';
    api.engine.failNext('The file has no column port');
    expect(await replace(api, { id }, next)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: [{ field: 'file', rule: 'engine_refused' }] },
    });
    expect(findFilesOfPlan(pipelineId)?.file?.sha256).toBe(computeSha256(HOSTS_CSV));
    expect((await api.call('downloadAsset', { path: { id } })).body).toBe(HOSTS_CSV);
    expect((await replace(api, { id }, next)).status).toBe(200);
    expect(findFilesOfPlan(pipelineId)?.file?.sha256).toBe(computeSha256(next));
    expect((await fetchPipeline(api, pipelineId)).latestGraphVersion).toBe(1);
  });

  test('a missing file, or one of another type or site, is refused', async () => {
    const pipelineId = await makePipeline(api);
    const save = async () => {
      const transforms = [{ name: 'Look up', templateId: 'lookup', config: CONFIG, pipelineId }];
      const { status, body } = await api.call('createTransforms', { body: { transforms } });
      return status === 200 ? status : body.details[0];
    };
    const field = 'transforms.0.config.file';
    expect(await save()).toMatchObject({
      field,
      rule: 'missing_file',
      message: expect.stringContaining("'hosts.csv' is missing"),
    });
    const other = await upload(api, { name: 'hosts.csv', assetType: 'DATA' }, 'x');
    expect(await save()).toMatchObject({
      field,
      rule: 'file_type',
      message: expect.stringContaining('not a lookup table'),
    });
    await api.call('deleteAsset', { path: { id: other.body.id } });
    await uploadTable(api);
    expect(await save()).toBe(200);
  });
});

describe('export and import of pipelines that name files', () => {
  const { exportSite, importText } = createExchange(() => api);
  const FILE = `  - name: hosts.csv\n    type: LOOK_UP_DATA\n    sha256: ${computeSha256(HOSTS_CSV)}\n`;

  test('an export names files with SHA-256, never content, and changes nothing', async () => {
    await uploadTable(api);
    await makeLookupPipeline();
    const { text, etag } = await exported();
    expect(text).toContain(`files:\n${FILE}`);
    expect(text).not.toContain('Bob, Ben');
    const again = await importText(text, { dryRun: true, ifMatch: etag });
    expect(listActions(again)).toEqual(['unchanged web source', 'unchanged web sink', 'unchanged web']);
  });

  test('missing or different files are problems with their place', async () => {
    const id = await uploadTable(api);
    await makeLookupPipeline();
    const { text } = await exported();
    const problemOf = async (definition: string) => {
      const { status, body } = await importText(definition, { dryRun: true });
      return status === 200 ? status : body.details[0];
    };
    const lineOf = (wanted: string) => text.split('\n').findIndex((line) => line.includes(wanted)) + 1;
    await replace(api, { id }, 'host,owner\nweb-1,Eve\n');
    expect(await problemOf(text)).toMatchObject({
      field: 'files.0.sha256',
      rule: 'file_differs',
      line: lineOf('sha256:'),
    });
    expect(await problemOf(text.replace(/ {4}sha256: .*\n/, ''))).toBe(200);
    expect(await problemOf(text.replaceAll('hosts.csv', 'other.csv'))).toMatchObject({
      rule: 'missing_file',
      line: lineOf('file: hosts.csv'),
      message: expect.stringContaining("The file 'other.csv' is missing"),
    });
  });

  const exported = async () => {
    const { body, headers } = expectDone(await exportSite());
    return { text: body.definition as string, etag: headers.get('etag') ?? '' };
  };
});

describe('the preview with a lookup', () => {
  const preview = (events: string[]) => {
    const nodes = {
      '200000000000000001': source('http_server', { port: 4790 }),
      '100000000000000001': transform('parse_json'),
      '100000000000000002': transform('lookup', CONFIG),
      '200000000000000002': sink('blackhole'),
    };
    return api.call('previewPipeline', {
      body: { siteId: api.siteId, graph: createDraftChain(nodes), events },
    });
  };

  test('shows events with the columns of the row that fits', async () => {
    await uploadTable(api);
    const { status, body } = await preview(['{"host":"web-2"}', '{"host":"none"}']);
    expect(status, JSON.stringify(body)).toBe(200);
    const { results } = body.nodes['100000000000000002'];
    expect(results.map(({ after }: { after: string[] }) => after.map((text) => JSON.parse(text)))).toEqual([
      [{ host: 'web-2', owner: 'Bob, Ben', port: '443' }],
      [{ host: 'none' }],
    ]);
  });

  test('names the file that is missing', async () => {
    const { status, body } = await preview(['{}']);
    expect(status).toBe(400);
    expect(body.details).toEqual([
      {
        field: 'graph.nodes.100000000000000002.config.file',
        rule: 'missing_file',
        message: expect.stringContaining("The file 'hosts.csv' is missing"),
      },
    ]);
  });
});
