import { loadavg } from 'node:os';
import { REQUESTED_PIPELINES_MAX } from '../../src/contract/entities/changeset.ts';
import { PAGE_LIMIT_MAX } from '../../src/contract/limits.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { importPipelines } from '../harness/many-pipelines.ts';
import { removeFolder, startProduct } from '../harness/product.ts';

const PIPELINES = 500;
const FIRST_PORT = 21_400;

export type RequestsBench = {
  pipelines: number;
  requests: number;
  raiseSeconds: number;
  checkSeconds: number;
  /** All merges; their deployments go on meanwhile. */
  mergeSeconds: number;
  /** From the first merge until the last version is deployed. */
  applySeconds: number;
  /** Processor time of the service alone, for all that was raised and merged. */
  raiseCpuSeconds: number;
  applyCpuSeconds: number;
  loadAverage: number;
};

type Node = { id: string; nodeType: string; name: string; templateId: string; config: object };

async function listAll(api: ProductApi) {
  const rows: { id: string; name: string; latestGraphVersion: number; deployedGraphVersion: number }[] = [];
  for (let offset = 0; offset < PIPELINES; offset += PAGE_LIMIT_MAX) {
    const query = { 'pagination.limit': PAGE_LIMIT_MAX, 'pagination.offset': offset };
    rows.push(...(await api.call('listPipelines', { query })).pipelines);
  }
  return rows;
}

async function readCpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
}

/** Another rate in every pipeline, in requests of the size that one may have. */
async function raiseAll(api: ProductApi, siteId: string): Promise<string[]> {
  const all = await listAll(api);
  const ids: string[] = [];
  for (let first = 0; first < all.length; first += REQUESTED_PIPELINES_MAX) {
    const pipelines = [];
    const nodes = new Map<string, Node>();
    for (const { id, name, latestGraphVersion: version } of all.slice(
      first,
      first + REQUESTED_PIPELINES_MAX,
    )) {
      const path = { pipelineId: id, graphVersion: version };
      const { graph } = await api.call('getGraph', { path, query: {} });
      pipelines.push({
        pipeline: { id, name, description: '' },
        graph: { version, edges: graph.edges, metaInfo: graph.metaInfo },
      });
      for (const node of Object.values(graph.nodes as Record<string, Node>))
        nodes.set(node.id, {
          id: node.id,
          nodeType: node.nodeType,
          name: node.name,
          templateId: node.templateId,
          config: node.name === 'Keep some' ? { rate: 7 } : {},
        });
    }
    const body = { changeSet: { siteId, description: '' }, pipelines, nodes: [...nodes.values()] };
    ids.push((await api.call('createChangeset', { body: body as never })).id);
  }
  return ids;
}

/** 500 pipelines of a site with an embedded repository are changed by pull requests, merged and deployed. */
export async function benchRequests(
  row: (what: string, figure: string, budget: string) => void,
): Promise<RequestsBench> {
  const product = await startProduct();
  try {
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    await importPipelines(api, PIPELINES, FIRST_PORT);
    await api.call('updateSite', { ifMatch: '*', body: { site: { id: siteId, managedByGit: true } } });
    const timed = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
      const from = performance.now();
      const result = await work();
      return [(performance.now() - from) / 1000, result];
    };
    const readCpu = () => readCpuSeconds(product.url);
    const cpuBefore = await readCpu();
    const [raiseSeconds, ids] = await timed(() => raiseAll(api, siteId));
    const raiseCpuSeconds = (await readCpu()) - cpuBefore;
    const [checkSeconds] = await timed(() =>
      api.call('getPullRequestChecks', { path: { pullRequestId: ids[0] ?? '' } }),
    );
    const cpuRaised = await readCpu();
    let mergeSeconds = 0;
    const [applySeconds] = await timed(async () => {
      [mergeSeconds] = await timed(async () => {
        for (const pullRequestId of ids)
          await api.call('mergeChangeset', { path: { pullRequestId }, body: {} });
      });
      await eventually(async () => {
        const left = (await listAll(api)).filter((one) => one.deployedGraphVersion < 2);
        if (left.length > 0) throw new Error(`${left.length} pipelines are not deployed`);
      }, 600_000);
    });
    const applyCpuSeconds = (await readCpu()) - cpuRaised;
    const [loadAverage = 0] = loadavg();
    const figures = {
      ...{ pipelines: PIPELINES, requests: ids.length, raiseSeconds, checkSeconds, mergeSeconds },
      ...{ applySeconds, raiseCpuSeconds, applyCpuSeconds, loadAverage },
    };
    const seconds = (value: number) => `${value.toFixed(1)} s`;
    console.log(`\nPull requests: ${PIPELINES} changed pipelines in ${ids.length} requests`);
    row('raise all', seconds(raiseSeconds), '');
    row(`checks of one with ${REQUESTED_PIPELINES_MAX}`, seconds(checkSeconds), '');
    row('merge all', seconds(mergeSeconds), '');
    row('merge and deploy all', seconds(applySeconds), 'under 30 s');
    row('processor time of the service, raise', seconds(raiseCpuSeconds), '');
    row('processor time of the service, merge and deploy', seconds(applyCpuSeconds), '');
    return figures;
  } finally {
    await product.stop();
    removeFolder(product.dataFolder);
  }
}
