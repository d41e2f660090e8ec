import { revertRefusal } from '../../../machines/change-request/index.ts';
import { COMMENT_MAX_LENGTH } from '../../contract/entities/changeset.ts';
import { isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { describeRequested } from '../../contract/requested-change.ts';
import { checkNewConnection, patchConnection, requireDeletable } from '../connections/connections.ts';
import { readStoredPipelines, toPipelineDefinition } from '../exchange/collect.ts';
import { readText, requirePlan } from '../exchange/exchange.ts';
import type { ConnectionDefinition } from '../exchange/model.ts';
import { findSecretPlaces } from '../exchange/secrets.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';
import { openConfig } from '../store/sealing.ts';
import {
  computeConnectionTag,
  kindOf,
  packConfig,
  readConnectionText,
  toConnectionText,
} from './connection-text.ts';
import { nounOf, readChange, readFace, requireChangeset } from './entities.ts';
import { computeLookupTag, readLookupText, toStoredLookupText } from './lookup-text.ts';
import { computeTagAt, createNameReader, type NameReader } from './names.ts';
import { openPlace, requireSamePlace } from './place.ts';
import { pushingOf } from './pushing.ts';
import { commitRequest, type Person, refuseSame, requireRequests } from './raise.ts';
import { toPath } from './repository.ts';
import type { RequestedChange } from './requested.ts';
import { requireChangeable } from './requested-connection.ts';
import { readRequestedLookup, requireLookupChangeable, requireUnusedLookup } from './requested-lookup.ts';
import { tryOut } from './requested-set.ts';
import { readUndone, type Undone } from './revert-texts.ts';
import { toFileName, toPipelineText } from './stored.ts';

/** Changed since the merge: the base moved and must be rebased. */
const MOVED = 0;

type Standing = { row: PipelineRow; text: string; tag: number };
type Scope = {
  siteId: string;
  now: number;
  leaving: ReadonlySet<string>;
  standing: ReadonlyMap<string, Standing>;
};

const toReversed = ({ of, named }: Undone): Omit<RequestedChange, 'baseTag' | 'config'> => ({
  change: ({ create: 'delete', update: 'update', delete: 'create' } as const)[readChange(of)],
  id: of.pipeline_id,
  name: of.name,
  basePath: of.path,
  path: of.base_path,
  text: named.committed,
});

/** @returns undefined when a created pipeline is gone already */
async function revertPipeline(
  services: Services,
  tx: Repositories,
  undone: Undone,
  { siteId, standing }: Scope,
): Promise<RequestedChange | undefined> {
  const { of, before, named } = undone;
  const reversed = toReversed(undone);
  const name = before === '' ? of.name : await readName(services, before);
  if (reversed.change === 'create') {
    await requirePlan(services, tx, await readText(services, named.planned, true), { siteId });
    const id = services.ids('pipeline');
    return { ...reversed, id, name, path: toFileName({ id, name }), baseTag: MOVED, config: '' };
  }
  const stored = standing.get(of.pipeline_id);
  if (!stored || stored.text === named.beforeNow) return undefined;
  const isMoved = stored.text !== named.afterNow;
  const { id: targetId } = stored.row;
  if (reversed.change === 'update' && !isMoved)
    await requirePlan(services, tx, await readText(services, named.planned, true), { siteId, targetId });
  return { ...reversed, name, baseTag: isMoved ? MOVED : stored.tag, config: '' };
}

/** The request starts at the merge commit, so its tag uses the names there. */
async function readStanding(
  services: Services,
  undone: readonly Undone[],
  { reader, commit }: { reader: NameReader; commit: string },
): Promise<ReadonlyMap<string, Standing>> {
  const { store } = services;
  const rows: PipelineRow[] = [];
  for (const { of } of undone) {
    const row = kindOf(of) ? undefined : await store.pipelines.find(of.pipeline_id);
    if (row && row.status !== 'DELETED') rows.push(row);
  }
  const standing = new Map<string, Standing>();
  for (const stored of await readStoredPipelines(store, rows)) {
    const text = await toPipelineText(services, toPipelineDefinition(services, stored));
    standing.set(stored.row.id, {
      ...{ row: stored.row, text },
      tag: await computeTagAt(services, stored, reader, commit),
    });
  }
  return standing;
}

async function readName(services: Services, text: string): Promise<string> {
  const { definition } = await readText(services, text, true);
  return definition.pipelines[0]?.what.name ?? '';
}

/** Headers may hold secrets, which are in no file, so they come from what is stored. */
function toConfig(
  { catalogue, sealer }: Services,
  kind: ConnectionKind,
  { type, config }: ConnectionDefinition,
  stored: NodeRow,
) {
  const places = findSecretPlaces(catalogue, kind, type);
  const open = openConfig({ sealer }, stored);
  return places.change(config, (value, path) =>
    isSecretSet(value) && path.length > 1 ? places.at(open, path) : undefined,
  );
}

/**
 * Also stores it in the transaction, where the revert's pipelines find it.
 * @returns undefined when there is nothing to undo
 */
async function revertConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  undone: Undone,
  { siteId, now, leaving }: Scope,
): Promise<RequestedChange | undefined> {
  const { of, before, after } = undone;
  const reversed = toReversed(undone);
  requireChangeable(services, kind, reversed.change, siteId);
  const what = before === '' ? undefined : await readConnectionText(services, before);
  if (reversed.change === 'create' && what) {
    const { name, description, type: templateId, config } = what;
    const input = { name, description, siteId, templateId, config };
    const row = await checkNewConnection(services, tx, kind, input, now);
    await tx.nodes.insert(row);
    const path = toPath(kind, toFileName(row));
    const packed = packConfig(services, templateId, config);
    return { ...reversed, id: row.id, name, path, baseTag: MOVED, config: packed };
  }
  const stored = await tx.nodes.find(of.pipeline_id);
  if (!stored || stored.status === 'DELETED') return undefined;
  const text = await toConnectionText(services, stored);
  if (text === before) return undefined;
  const isMoved = text !== after;
  const baseTag = isMoved ? MOVED : computeConnectionTag(services, stored);
  if (!what) {
    if (!isMoved) await requireDeletable(services, tx, kind, stored.id, '*', leaving);
    return { ...reversed, baseTag, config: '' };
  }
  const { name, description } = what;
  const config = toConfig(services, kind, what, stored);
  const patch = { id: stored.id, name, description, config };
  if (!isMoved) await tx.nodes.update((await patchConnection(services, tx, kind, patch, '*', now)).after);
  return { ...reversed, name, baseTag, config: packConfig(services, what.type, config) };
}

/** @returns undefined when there is nothing to undo */
async function revertLookup(
  services: Services,
  tx: Repositories,
  undone: Undone,
  { siteId, now, leaving }: Scope,
): Promise<RequestedChange | undefined> {
  const { of, before, after } = undone;
  const reversed = toReversed(undone);
  requireLookupChangeable(services, reversed.change === 'delete', siteId);
  const what = before === '' ? undefined : await readLookupText(services, before);
  const stored = await tx.assets.find(of.pipeline_id);
  if (reversed.change === 'create' && what) {
    const asked = { kind: 'LOOKUP' as const, id: services.ids('asset'), revision: 0, name: what.name };
    const more = { description: '', templateId: '', isDeleted: false, config: { content: what.content } };
    const one = { asked: { ...asked, ...more }, isNew: true, place: 'revert' };
    const { asset, ...change } = await readRequestedLookup(services, tx, one, { siteId, now, leaving });
    if (asset) await tx.assets.insert(asset);
    return change;
  }
  if (!stored) return undefined;
  const text = await toStoredLookupText(services, stored);
  if (text === before) return undefined;
  const isMoved = text !== after;
  if (!what && !isMoved) await requireUnusedLookup(services, tx, stored, leaving);
  return { ...reversed, baseTag: isMoved ? MOVED : computeLookupTag(stored), config: '' };
}

/** @throws ContractError CONFLICT saying what cannot be undone and why */
async function revertOne(services: Services, tx: Repositories, undone: Undone, scope: Scope) {
  const kind = kindOf(undone.of);
  try {
    if (kind === 'LOOKUP') return await revertLookup(services, tx, undone, scope);
    return kind
      ? await revertConnection(services, tx, kind, undone, scope)
      : await revertPipeline(services, tx, undone, scope);
  } catch (error) {
    if (!(error instanceof ContractError) || error.code === 'FORBIDDEN') throw error;
    const message = `The ${nounOf(undone.of)} '${undone.of.name}' cannot be put back: ${error.message}`;
    throw new ContractError('CONFLICT', message, error.details ? { details: error.details } : {});
  }
}

/**
 * Raises a request that undoes a merged one, based on its merge commit: rebasing keeps later changes.
 * @returns the id of the new request
 * @throws ContractError CONFLICT when it is not merged, nothing of it remains, or it cannot be undone
 */
export const revertChangeset = (
  services: Services,
  id: string,
  by: Person,
  now: number,
): Promise<{ id: string }> =>
  pushingOf(services, id, async () => {
    const { store, hub } = services;
    const changeset = await requireChangeset(store, id);
    const { row } = changeset;
    const siteId = row.site_id;
    await requireRequests(services, store, siteId);
    const refusal = revertRefusal(await readFace(services, store, changeset));
    if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
    const place = await openPlace(services, siteId, now);
    requireSamePlace(row, place);
    const reader = createNameReader(services, store, row);
    const all = await readUndone(services, changeset, reader);
    const isMade = ({ of }: Undone) => !kindOf(of) && readChange(of) === 'create';
    const leaving = new Set(all.filter(isMade).map(({ of }) => of.pipeline_id));
    const standing = await readStanding(services, all, { reader, commit: row.merge_commit });
    const scope = { siteId, now, leaving, standing };
    const ordered = [...all.filter(({ of }) => kindOf(of)), ...all.filter(({ of }) => !kindOf(of))];
    const changes = await tryOut(services, async (tx) => {
      const reversed: RequestedChange[] = [];
      for (const undone of ordered)
        reversed.push(...[await revertOne(services, tx, undone, scope)].flatMap((one) => one ?? []));
      return reversed;
    });
    if (changes.length === 0)
      throw new ContractError('CONFLICT', 'Nothing remains of this pull request: there is nothing to revert');
    const placed = await place.place(changes);
    await refuseSame(services, siteId, place, placed);
    const what = describeRequested(
      changeset.pipelines.map((of) => ({ name: of.name, change: readChange(of), kind: kindOf(of) })),
    );
    const title = row.description.split('\n', 1)[0] || what;
    const raised = await commitRequest(services, {
      ...{ siteId, place, from: row.merge_commit, changes: placed, by, now },
      description: `Revert: ${title}`.slice(0, COMMENT_MAX_LENGTH),
    });
    hub.publish({ type: 'notification.changed', siteId });
    return raised;
  });
