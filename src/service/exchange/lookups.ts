import type { PlanEntry } from '../../contract/calls/exchange.ts';
import { inspectLookup, isLookupOf, makeLookupRow, measureLookup } from '../files/lookups.ts';
import { readFileUsers } from '../files/users.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import type { LookupDefinition, Placed, PlacedDefinition } from './model.ts';
import type { Problems } from './problems.ts';

type By = { siteId: string; name: string; now: number };

export type PlannedLookup = {
  stored: AssetRow | undefined;
  what: LookupDefinition;
  summary: string;
  entry: PlanEntry;
};

const describeContent = (summary: string, sizeBytes: number): string => {
  const { rowCount = 0 } = JSON.parse(summary) as { rowCount?: number };
  return `${rowCount} rows, ${sizeBytes} bytes`;
};

async function planLookup(
  services: Services,
  tx: Repositories,
  problems: Problems,
  { what, path }: Placed<LookupDefinition>,
  siteId: string,
): Promise<PlannedLookup> {
  const { name, content } = what;
  const stored = await tx.assets.findByName(name);
  const entry: PlanEntry = {
    kind: 'LOOKUP',
    name,
    action: 'create',
    id: stored?.id ?? '',
    changes: [],
    appliesTo: [],
  };
  if (stored && !(await isLookupOf(tx, stored, siteId))) {
    const message = `The file '${name}' is no lookup table of this site alone: give this one another name`;
    problems.add([...path, 'name'], 'unique', message);
    return { stored: undefined, what, summary: stored.summary, entry };
  }
  const { sha256, sizeBytes } = measureLookup(content);
  if (stored?.sha256 === sha256)
    return { stored, what, summary: stored.summary, entry: { ...entry, action: 'unchanged' } };
  const inspected = await inspectLookup(services, content);
  if ('fault' in inspected) {
    problems.add([...path, 'content'], 'lookup', inspected.fault);
    return { stored, what, summary: '{}', entry };
  }
  const { summary } = inspected;
  if (!stored) return { stored, what, summary, entry };
  const change = {
    field: 'content',
    before: describeContent(stored.summary, stored.size_bytes),
    after: describeContent(summary, sizeBytes),
  };
  return { stored, what, summary, entry: { ...entry, action: 'update', changes: [change] } };
}

export async function planLookups(
  services: Services,
  tx: Repositories,
  problems: Problems,
  { lookups }: PlacedDefinition,
  siteId: string,
): Promise<PlannedLookup[]> {
  const planned: PlannedLookup[] = [];
  for (const one of lookups) planned.push(await planLookup(services, tx, problems, one, siteId));
  if (!planned.some(({ entry }) => entry.action === 'update')) return planned;
  const users = await readFileUsers(services.catalogue, tx);
  for (const { entry } of planned)
    if (entry.action === 'update')
      entry.appliesTo = [...new Set((users.get(entry.name) ?? []).map(({ pipelineName }) => pipelineName))];
  return planned;
}

export async function listLookupUsers(
  { catalogue }: Pick<Services, 'catalogue'>,
  tx: Repositories,
  rows: readonly Pick<AssetRow, 'name'>[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const users = await readFileUsers(catalogue, tx);
  return [
    ...new Set(rows.flatMap(({ name }) => (users.get(name) ?? []).map(({ pipelineId }) => pipelineId))),
  ];
}

export const toChangedLookups = (
  planned: readonly PlannedLookup[],
  { siteId, name: by, now }: By,
): AssetRow[] =>
  planned.flatMap(({ stored, what, summary, entry }) =>
    stored && entry.action === 'update'
      ? makeLookupRow({ ...what, summary }, { stored, id: stored.id, siteId, by, now })
      : [],
  );

/** Runs in the caller's transaction, with the contents in place. */
export async function applyLookups(
  { ids }: Pick<Services, 'ids'>,
  tx: Repositories,
  planned: readonly PlannedLookup[],
  by: By,
): Promise<{ row: AssetRow; isNew: boolean }[]> {
  const applied: { row: AssetRow; isNew: boolean }[] = [];
  for (const { stored, what, summary, entry } of planned) {
    if (stored && entry.action === 'unchanged') {
      // It belongs to the site whose repository has it.
      const siteIds = JSON.stringify([by.siteId]);
      if (stored.site_ids !== siteIds) await tx.assets.update({ ...stored, site_ids: siteIds });
      continue;
    }
    const of = { stored, id: ids('asset'), siteId: by.siteId, by: by.name, now: by.now };
    const row = makeLookupRow({ ...what, summary }, of);
    await (stored ? tx.assets.update(row) : tx.assets.insert(row));
    entry.id = row.id;
    applied.push({ row, isNew: !stored });
  }
  return applied;
}
