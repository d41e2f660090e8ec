import { ContractError } from '../../contract/errors.ts';
import { listLookupUsers } from '../exchange/lookups.ts';
import type { LookupDefinition } from '../exchange/model.ts';
import { inspectLookup, makeLookupRow } from '../files/lookups.ts';
import { requireFreeName } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow, ChangesetPipelineRow } from '../store/schema.ts';
import { readChange } from './entities.ts';
import { requireUnusedLookup } from './requested-lookup.ts';

/** `what` is undefined for a deletion. */
export type LookupPart = { of: ChangesetPipelineRow; what: LookupDefinition | undefined };
export type AppliedLookup = {
  row: AssetRow;
  change: 'created' | 'updated' | 'deleted';
  former: AssetRow | undefined;
};

type By = { siteId: string; name: string; now: number };

/** @throws ContractError VALIDATION_FAILED when the file is no table */
async function toRow(
  services: Services,
  { of, what }: { of: ChangesetPipelineRow; what: LookupDefinition },
  stored: AssetRow | undefined,
  { siteId, name: by, now }: By,
): Promise<AssetRow> {
  const inspected = await inspectLookup(services, what.content);
  if ('fault' in inspected)
    throw new ContractError('VALIDATION_FAILED', `'${what.name}': ${inspected.fault}`);
  const { summary } = inspected;
  return makeLookupRow({ ...what, summary }, { stored, id: of.pipeline_id, siteId, by, now });
}

/** Changed tables, and the running pipelines that adopt them before they are stored. */
export async function prepareLookups(
  services: Services,
  parts: readonly LookupPart[],
  by: By,
): Promise<{ pipelineIds: string[]; assets: AssetRow[] }> {
  const { store } = services;
  const assets: AssetRow[] = [];
  for (const { of, what } of parts) {
    const stored = what && readChange(of) === 'update' ? await store.assets.find(of.pipeline_id) : undefined;
    if (what && stored) assets.push(await toRow(services, { of, what }, stored, by));
  }
  return { pipelineIds: await listLookupUsers(services, store, assets), assets };
}

/**
 * Stores or deletes one lookup table; its content is in place.
 * @throws ContractError what a direct change would refuse
 */
export async function applyLookup(
  services: Services,
  tx: Repositories,
  { of, what }: LookupPart,
  { leaving, ...by }: By & { leaving: ReadonlySet<string> },
): Promise<AppliedLookup> {
  const former = await tx.assets.find(of.pipeline_id);
  if (!what) {
    if (!former) throw new ContractError('CONFLICT', `The lookup table '${of.name}' was deleted since`);
    await requireUnusedLookup(services, tx, former, leaving);
    await tx.assets.remove(former.id);
    return { row: former, change: 'deleted', former };
  }
  if (!former)
    requireFreeName(
      await tx.assets.findByName(what.name),
      'name',
      `File name already exists: '${what.name}'`,
    );
  const row = await toRow(services, { of, what }, former, by);
  await (former ? tx.assets.update(row) : tx.assets.insert(row));
  return { row, change: former ? 'updated' : 'created', former };
}
