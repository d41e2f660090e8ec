import type {
  DraftChange,
  DraftContent,
  NewDraftChanges,
  RequestedConnection,
  RequestedKind,
} from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { DraftOwner } from '../store/changeset-drafts.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetDraftRow } from '../store/schema.ts';
import type { AskedConnection, AskedPipeline, RequestedSet } from './asked.ts';
import { listNewSecrets } from './connection-text.ts';
import { readAsked } from './defined-set.ts';
import { isNew, mergeSets, readConnection, readPipeline, requireSize, toSet } from './draft.ts';
import { mayReadRequested } from './entities.ts';
import { type Person, requireRequests } from './raise.ts';
import type { RequestedChange } from './requested.ts';
import { checkSet } from './requested-set.ts';

type Kind = DraftChange['kind'];

const toChange = (
  { entity_id: id, kind, change, name, updated_at: at }: ChangesetDraftRow,
  templateId: string,
): DraftChange => ({
  id,
  kind: kind as Kind,
  change: change as DraftChange['change'],
  name,
  templateId,
  updatedAt: formatTime(at),
});

const toShown = (row: ChangesetDraftRow): DraftChange =>
  toChange(row, row.kind !== 'PIPELINE' && isNew(row) ? readConnection(row).templateId : '');

/** The caller's; sources and destinations only while readable. */
export async function listDraft(
  { caller }: Services,
  tx: Repositories,
  owner: DraftOwner,
): Promise<DraftChange[]> {
  const rows = await tx.changesetDrafts.list(owner);
  const isReadable = ({ kind }: ChangesetDraftRow) =>
    kind === 'PIPELINE' || mayReadRequested({ caller }, kind as RequestedKind, owner.siteId);
  return rows.filter(isReadable).map(toShown);
}

/** @throws ContractError NOT_FOUND */
export async function readDraftContent(
  services: Services,
  tx: Repositories,
  owner: DraftOwner,
  id: string,
): Promise<DraftContent> {
  const shown = (await listDraft(services, tx, owner)).find((one) => one.id === id);
  const row = (await tx.changesetDrafts.list(owner)).find((one) => one.entity_id === id);
  if (!shown || !row) throw notFound('change in the draft', id);
  if (row.kind === 'PIPELINE') {
    const { asked, nodes } = readPipeline(row);
    return { ...shown, pipeline: { ...asked, nodes } };
  }
  const kept = readConnection(row);
  const connection = kept.config ? { ...kept, config: services.sealer.mask(kept.config) } : kept;
  return { ...shown, connection };
}

async function seal(services: Services, tx: Repositories, asked: RequestedConnection) {
  if (!asked.config || asked.kind === 'LOOKUP') return asked;
  const stored = asked.templateId === '' ? await tx.nodes.find(asked.id) : undefined;
  const templateId = stored?.template_id ?? asked.templateId;
  const config = services.sealer.seal(asked.config, listNewSecrets(services, templateId, asked.config));
  return { ...asked, config };
}

type ToKeep = { owner: DraftOwner; changes: readonly RequestedChange[]; now: number };

async function keep(
  services: Services,
  tx: Repositories,
  { pipelines, connections }: RequestedSet,
  { owner, changes, now }: ToKeep,
): Promise<void> {
  const put = async (id: string, kind: Kind, content: unknown) => {
    const found = changes.find((one) => one.id === id);
    await tx.changesetDrafts.put({
      site_id: owner.siteId,
      user_id: owner.userId,
      entity_id: id,
      kind,
      change: found?.change ?? 'update',
      name: found?.name ?? '',
      content: JSON.stringify(content),
      updated_at: now,
    });
  };
  const keepPipeline = ({ asked, nodes }: AskedPipeline) =>
    put(asked.pipeline.id, 'PIPELINE', { asked, nodes: nodes.map(({ node }) => node) });
  const keepConnection = async ({ asked }: AskedConnection) =>
    put(asked.id, asked.kind, await seal(services, tx, asked));
  for (const one of pipelines) await keepPipeline(one);
  for (const one of connections) await keepConnection(one);
}

/**
 * Adds changes to a person's draft; nothing stored or running changes.
 * @returns the whole draft
 * @throws ContractError what raising them would refuse
 */
export const addToDraft = (
  services: Services,
  { siteId, ...body }: NewDraftChanges,
  by: Person,
  now: number,
): Promise<DraftChange[]> =>
  services.repositories.inTurn(async () => {
    const { store } = services;
    await requireRequests(services, store, siteId);
    const owner = { siteId, userId: by.id };
    const rows = await store.changesetDrafts.list(owner);
    const draft = toSet(services, rows);
    const asked = await readAsked(services, body, { siteId, rows, draft });
    const ids = new Set([
      ...asked.pipelines.map(({ asked: { pipeline } }) => pipeline.id),
      ...asked.connections.map((one) => one.asked.id),
    ]);
    const merged = mergeSets(draft, asked);
    requireSize(merged);
    const isAdded = (id: string) => ids.has(id);
    const added = {
      pipelines: merged.pipelines.filter((one) => isAdded(one.asked.pipeline.id)),
      connections: merged.connections.filter((one) => isAdded(one.asked.id)),
    };
    const beside = {
      pipelines: merged.pipelines.filter((one) => !isAdded(one.asked.pipeline.id)),
      connections: merged.connections.filter((one) => !isAdded(one.asked.id)),
    };
    const changes = await checkSet(services, added, { siteId, now, beside });
    return store.transaction(async (tx) => {
      await keep(services, tx, added, { owner, changes, now });
      return listDraft(services, tx, owner);
    });
  });

/**
 * @param ids all by default
 * @throws ContractError CONFLICT when a drafted pipeline uses a new connection to be dropped
 */
export async function dropFromDraft(
  tx: Repositories,
  owner: DraftOwner,
  ids?: readonly string[],
): Promise<void> {
  const rows = await tx.changesetDrafts.list(owner);
  const isDropped = ({ entity_id: id }: ChangesetDraftRow) => !ids || ids.includes(id);
  const left = rows.filter((row) => row.kind === 'PIPELINE' && !isDropped(row));
  for (const row of rows.filter((one) => one.kind !== 'PIPELINE' && isNew(one) && isDropped(one))) {
    const user = left.find((one) => readPipeline(one).nodes.some(({ id }) => id === row.entity_id));
    if (user)
      throw new ContractError(
        'CONFLICT',
        `'${row.name}' is used by '${user.name}' of the draft: drop that first, or both together`,
      );
  }
  await tx.changesetDrafts.remove(owner, ids);
}
