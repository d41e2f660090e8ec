import type { Store } from '../store/index.ts';

const listArchives = async (store: Store, siteId: string): Promise<string[]> =>
  (await store.nodes.archived())
    .filter((source) => source.site_id === siteId)
    .map(({ archive_id }) => archive_id);

/** What the engine of a site may report: its pipelines, deleted ones too, and its archives. */
export async function listOwnPipelines(store: Store, siteId: string): Promise<ReadonlySet<string>> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  return new Set([...rows.map(({ id }) => id), ...(await listArchives(store, siteId))]);
}

/** What may run on a site: deployed pipelines and archives. */
export async function listRunnable(store: Store, siteId: string): Promise<string[]> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  const deployed = rows.filter((row) => row.deployed_graph_version > 0 && row.status !== 'DELETED');
  return [...deployed.map(({ id }) => id), ...(await listArchives(store, siteId))];
}
