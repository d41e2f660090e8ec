import type { Store } from '../store/index.ts';

/** Archives that stand on a site. */
const archivesOf = async (store: Store, siteId: string): Promise<string[]> =>
  (await store.nodes.archived())
    .filter((source) => source.site_id === siteId)
    .map(({ archive_id }) => archive_id);

/** What the engine of a site may tell of: its pipelines, deleted ones too, and its archives. */
export async function ownPipelines(store: Store, siteId: string): Promise<ReadonlySet<string>> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  return new Set([...rows.map(({ id }) => id), ...(await archivesOf(store, siteId))]);
}

/** What may run on a site: what was deployed and not deleted, and archives. */
export async function runnable(store: Store, siteId: string): Promise<string[]> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  const deployed = rows.filter((row) => row.deployed_graph_version > 0 && row.status !== 'DELETED');
  return [...deployed.map(({ id }) => id), ...(await archivesOf(store, siteId))];
}
