import { rename, writeFile as writeWithoutSync } from 'node:fs/promises';
import { diskFiles, type GitFiles } from '../../../src/service/gitops/files.ts';
import { createChain, fetchPipeline, makeDeployedPipeline } from './fixtures.ts';
import type { TestService } from './service.ts';

export const manage = (api: TestService, managedByGit = true, siteId = api.siteId) =>
  api.call('updateSite', {
    body: { site: { id: siteId, managedByGit, ...(managedByGit ? { gitRepo: '' } : {}) } },
    headers: { 'if-match': '*' },
  });

export type Made = Awaited<ReturnType<typeof makeDeployedPipeline>>;

/** A deployed pipeline (source, Parse, sink) on a site that Git manages. */
export async function makeManagedPipeline(api: TestService, name = 'web'): Promise<Made> {
  const made = await makeDeployedPipeline(api, name);
  await manage(api);
  return made;
}

export const mask = (path = 'message') => ({
  id: 'new-1',
  nodeType: 'TRANSFORM',
  name: 'Rename',
  templateId: 'rename_fields',
  config: { fields: [{ from: path, to: 'text' }] },
});

/** The body of a request that puts one more transform behind the first. */
export async function createRequestBody(
  api: TestService,
  { pipelineId, sourceId, sinkId, transformId }: Omit<Made, 'edges' | 'port'>,
  more: { comment?: string; name?: string; node?: object; siteId?: string } = {},
) {
  const { latestGraphVersion, name } = await fetchPipeline(api, pipelineId);
  const node = { ...mask(), ...more.node };
  return {
    changeSet: { siteId: more.siteId ?? api.siteId, description: more.comment ?? '' },
    pipelines: [
      {
        pipeline: { id: pipelineId, name: more.name ?? name, description: '' },
        graph: {
          version: latestGraphVersion,
          edges: createChain(sourceId, transformId, node.id, sinkId),
          metaInfo: {},
        },
      },
    ],
    nodes: [
      { id: sourceId, nodeType: 'SOURCE', name: 'source', templateId: 'tcp' },
      { id: transformId, nodeType: 'TRANSFORM', name: 'Parse', templateId: 'parse_json', config: {} },
      node,
      { id: sinkId, nodeType: 'SINK', name: 'sink', templateId: 'blackhole' },
    ],
  };
}

export const raise = async (
  api: TestService,
  made: Made,
  more: Parameters<typeof createRequestBody>[2] = {},
) => api.call('createChangeset', { body: await createRequestBody(api, made, more) });

export const raiseId = async (
  api: TestService,
  made: Made,
  more: Parameters<typeof createRequestBody>[2] = {},
) => {
  const { status, body } = await raise(api, made, more);
  if (status !== 200) throw new Error(body.message);
  return body.id as string;
};

export const merge = (api: TestService, pullRequestId: string, headers = {}) =>
  api.call('mergeChangeset', { path: { pullRequestId }, headers });

export const listRequests = async (api: TestService, query: Record<string, string | string[]> = {}) =>
  (await api.call('listChangesets', { query: { siteId: api.siteId, ...query } })).body.changesets;

export const readRequest = async (api: TestService, pullRequestId: string) =>
  (await api.call('getPullRequestDetails', { query: { siteId: api.siteId, pullRequestId } })).body
    .pullRequest;

/** A choice for each conflict of a request, by what is picked. */
export const chooseAll = async (
  api: TestService,
  pullRequestId: string,
  pick: () => 'mine' | 'theirs' | undefined,
) =>
  (await readRequest(api, pullRequestId)).conflicts.map(
    ({ pipelineId, key, seen }: Record<string, unknown>) => ({ pipelineId, key, seen, take: pick() }),
  );

const WRITES = ['writeFile', 'unlink', 'mkdir', 'rmdir', 'rename', 'rm'] as const;

/** A disk that a killed process stops writing to after so many writes. */
export function createMortalFiles(): GitFiles & { dieAfter: (writes: number) => void } {
  const state = { left: Number.POSITIVE_INFINITY };
  // The walk kills no machine, so that nothing has to reach the disk.
  const writeFile = async (path: string, content: string | Uint8Array) => {
    await writeWithoutSync(`${path}.new`, content);
    await rename(`${path}.new`, path);
  };
  const promises = { ...diskFiles.promises, writeFile };
  for (const name of WRITES) {
    const write = promises[name] as (...parameters: never[]) => Promise<unknown>;
    Object.assign(promises, {
      [name]: async (...parameters: never[]) => {
        if (state.left <= 0) throw new Error('the process was killed');
        state.left -= 1;
        return write(...parameters);
      },
    });
  }
  return {
    promises,
    dieAfter: (writes) => {
      state.left = writes;
    },
  };
}

/** The body of a request that changes the description alone, of any pipeline. */
export async function createDescriptionBody(
  api: TestService,
  { pipelineId, siteId }: { pipelineId: string; siteId: string },
  description: string,
) {
  const { name, latestGraphVersion: version } = await fetchPipeline(api, pipelineId);
  const path = { pipelineId, graphVersion: String(version) };
  const { nodes, edges, metaInfo } = (await api.call('getGraph', { path })).body.graph;
  return {
    changeSet: { siteId, description },
    pipelines: [{ pipeline: { id: pipelineId, name, description }, graph: { version, edges, metaInfo } }],
    nodes: Object.values(nodes as Record<string, Record<string, unknown>>).map((node) => ({
      id: node.id,
      nodeType: node.nodeType,
      name: node.name,
      description: node.description,
      templateId: node.templateId,
      config: node.nodeType === 'TRANSFORM' ? node.config : {},
    })),
  };
}

/** As if the pipeline had been changed and changed back since. */
export const moveBase = (api: TestService, pullRequestId: string, pipelineId: string) =>
  api.store.changesets.updatePipeline(pullRequestId, pipelineId, { base_tag: 1 });

/** The site keeps its own repository while the work is done. */
export async function whileManaged<T>(api: TestService, siteId: string, work: () => Promise<T>): Promise<T> {
  const row = await api.store.sites.find(siteId);
  if (!row) throw new Error(`no site ${siteId}`);
  await api.store.sites.update({ ...row, managed_by_git: 1, git: '{}' });
  try {
    return await work();
  } finally {
    await api.store.sites.update(row);
  }
}

/** What a request would ask for, to be collected. */
export const toDraftBody = ({
  changeSet,
  pipelines,
  nodes,
}: Awaited<ReturnType<typeof createDescriptionBody>>) => ({ siteId: changeSet.siteId, pipelines, nodes });
