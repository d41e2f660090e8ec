import { readStoredPipelines, toPipelineDefinition } from '../exchange/collect.ts';
import { listLookupUsers } from '../exchange/lookups.ts';
import { inspectLookup, makeLookupRow, receiveLookup } from '../files/lookups.ts';
import type { Services } from '../services.ts';
import type { AssetRow } from '../store/schema.ts';
import type { LookupPart } from './apply-lookup.ts';
import { isChanged, type RequestParts } from './apply-request.ts';
import { toPipelineText } from './stored.ts';

/** Runs work as if the request's lookup tables were stored, so that drafts read them. Nothing stays. */
export async function withRequestedLookups<T>(
  services: Services,
  lookups: readonly LookupPart[],
  siteId: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const { store, content } = services;
  const rows = new Map<string, AssetRow>();
  const places = new Map<string, string>();
  const received: { path: string; sha256: string; sizeBytes: number }[] = [];
  try {
    for (const { of, what } of lookups) {
      const inspected = what && (await inspectLookup(services, what.content));
      if (!what || !inspected || 'fault' in inspected) continue;
      const stored = await store.assets.find(of.pipeline_id);
      const made = { ...what, summary: inspected.summary };
      const row = makeLookupRow(made, { stored, id: of.pipeline_id, siteId, by: '', now: 0 });
      const one = await receiveLookup(services, what.content);
      received.push(one);
      rows.set(row.name, row);
      places.set(row.sha256, one.path);
    }
    if (rows.size === 0) return await work(services);
    const findByName = async (name: string) => rows.get(name) ?? store.assets.findByName(name);
    return await work({
      ...services,
      content: { ...content, pathOf: (sha256) => places.get(sha256) ?? content.pathOf(sha256) },
      store: { ...store, assets: { ...store.assets, findByName } },
    });
  } finally {
    for (const one of received) await content.discard(one);
  }
}

/** Pipelines that a request changes, directly or by a lookup table. */
export async function listTried(
  services: Services,
  { pipelines, lookups }: RequestParts,
): Promise<{ pipelineId: string; text: string }[]> {
  const { store } = services;
  const tried = pipelines.filter(isChanged).map(({ of, text }) => ({ pipelineId: of.pipeline_id, text }));
  const changed = lookups.filter(isChanged).map(({ of }) => of);
  const own = new Set(pipelines.map(({ of }) => of.pipeline_id));
  const users = (await listLookupUsers(services, store, changed)).filter((id) => !own.has(id));
  const { rows } = users.length === 0 ? { rows: [] } : await store.pipelines.list({ ids: users });
  for (const stored of await readStoredPipelines(store, rows))
    tried.push({
      pipelineId: stored.row.id,
      text: await toPipelineText(services, toPipelineDefinition(services, stored)),
    });
  return tried;
}
