import { rebaseRefusal } from '../../../machines/change-request/index.ts';
import type { Changeset, Rebase, RequestConflict } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { describeRequested } from '../../contract/requested-change.ts';
import type { Draft } from '../../graph/draft.ts';
import { type GraphConflict, mergeThreeWay } from '../../graph/three-way.ts';
import { mayReadNodes } from '../auth/readable.ts';
import { computeFingerprint } from '../exchange/canonical.ts';
import { readStoredPipelines, type StoredPipeline, toPipelineDefinition } from '../exchange/collect.ts';
import { readText, requirePlan } from '../exchange/exchange.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { ChangesetPipelineRow } from '../store/schema.ts';
import { commitTo } from './commit-style.ts';
import { computeConnectionTag, kindOf } from './connection-text.ts';
import {
  describeGone,
  describeTaken,
  isAuthor,
  isNameTaken,
  listComingNames,
  type ReadChangeset,
  readAuthors,
  readChange,
  readFace,
  readTexts,
  requireChangeset,
} from './entities.ts';
import { readGraphText, writeGraphText } from './graph-text.ts';
import { createNameReader, readCurrentText } from './names.ts';
import { openPlace, requireSamePlace } from './place.ts';
import { pushingOf } from './pushing.ts';
import { type Person, requireRequests, toFileChanges, toMessage } from './raise.ts';
import { takeChoices } from './rebase-choices.ts';
import { readConnectionSides, rebaseConnection } from './rebase-connection.ts';
import { readLookupSides, rebaseFile } from './rebase-lookup.ts';
import { branchOf, toPath } from './repository.ts';
import { computeTag, toFileName, toPipelineText } from './stored.ts';

/** At the base, as requested, and as stored. */
type Sides = {
  of: ChangesetPipelineRow;
  stored: StoredPipeline;
  base: Draft;
  mine: Draft;
  theirs: Draft;
};

async function readSides(services: Services, tx: Repositories, changeset: ReadChangeset): Promise<Sides[]> {
  const sides: Sides[] = [];
  const { site_id: siteId, base_commit: baseCommit, head_commit: headCommit } = changeset.row;
  const reader = createNameReader(services, tx, changeset.row);
  const readGraph = async (text: string, commit: string, coming: ReadonlyMap<string, string>) => {
    const current = await readCurrentText(services, tx, text, reader, { siteId, commit, coming });
    return readGraphText(services, current.text);
  };
  for (const { of, before, after } of await readTexts(services, changeset)) {
    if (kindOf(of) || readChange(of) !== 'update') continue;
    const row = await tx.pipelines.find(of.pipeline_id);
    if (!row || row.status === 'DELETED') continue;
    const [stored] = await readStoredPipelines(tx, [row]);
    if (!stored) continue;
    const now = await toPipelineText(services, toPipelineDefinition(services, stored));
    const [base, mine, theirs] = [
      await readGraph(before, baseCommit, new Map()),
      await readGraph(after, headCommit, listComingNames(changeset)),
      await readGraphText(services, now),
    ];
    sides.push({ of, stored, base, mine, theirs });
  }
  return sides;
}

const toConflict = (
  { of, base, mine, theirs }: Sides,
  { key, nodeId, field, ...values }: GraphConflict,
): RequestConflict => ({
  pipelineId: of.pipeline_id,
  key,
  seen: computeFingerprint(JSON.stringify(values)),
  node: [theirs, mine, base].find(({ nodes }) => nodes[nodeId])?.nodes[nodeId]?.name ?? '',
  field: field.startsWith('to ') ? `to ${theirs.nodes[field.slice(3)]?.name ?? field.slice(3)}` : field,
  ...values,
});

const listOf = (sides: Sides): RequestConflict[] =>
  mergeThreeWay(sides).conflicts.map((conflict) => toConflict(sides, conflict));

/** Conflicts since an open request's base, as far as the caller may read. */
export async function listConflicts(
  services: Services,
  tx: Repositories,
  changeset: ReadChangeset,
): Promise<RequestConflict[]> {
  const conflicts = (await readSides(services, tx, changeset)).flatMap(listOf);
  for (const { of, before, after } of await readTexts(services, changeset)) {
    const kind = kindOf(of);
    if (!kind || readChange(of) !== 'update') continue;
    if (kind === 'LOOKUP') {
      const row = await tx.assets.find(of.pipeline_id);
      if (row) conflicts.push(...(await readLookupSides(services, { of, before, after }, row)).conflicts);
      continue;
    }
    if (!mayReadNodes(services.caller, kind, changeset.row.site_id)) continue;
    const stored = await tx.nodes.find(of.pipeline_id);
    if (stored && stored.status !== 'DELETED')
      conflicts.push(...(await readConnectionSides(services, { of, kind, before, after }, stored)).conflicts);
  }
  return conflicts;
}

const refuse = (message: string | undefined): void => {
  if (message !== undefined) throw new ContractError('CONFLICT', message);
};

type Rebased = {
  of: ChangesetPipelineRow;
  name: string;
  basePath: string;
  path: string;
  text: string;
  baseTag: number;
  /** Sources and destinations; absent when unchanged. */
  config?: string;
  hasChosen?: boolean;
};

async function rebaseOne(services: Services, sides: Sides, asked: Rebase): Promise<Rebased> {
  const { of, stored } = sides;
  const conflicts = listOf(sides);
  const draft = mergeThreeWay(sides, takeChoices(conflicts, asked)).merged;
  const text = await writeGraphText(services, draft);
  try {
    const scope = { siteId: stored.row.site_id, targetId: of.pipeline_id };
    const plan = await requirePlan(services, services.store, await readText(services, text, true), scope);
    if (plan.pipelines.every(({ entry }) => entry.action === 'unchanged'))
      refuse(`Nothing remains to change in '${stored.row.name}': withdraw this pull request`);
  } catch (error) {
    if (!(error instanceof ContractError) || error.code === 'CONFLICT') throw error;
    refuse(
      `Both changes together do not work: ${error.message}. Choose otherwise, or withdraw it and raise it again`,
    );
  }
  return {
    of,
    name: draft.name,
    basePath: toFileName(stored.row),
    path: toFileName({ id: of.pipeline_id, name: draft.name }),
    text,
    baseTag: computeTag(services, stored),
    hasChosen: conflicts.length > 0,
  };
}

async function rebaseNode(
  services: Services,
  { of, kind, ...texts }: { of: ChangesetPipelineRow; kind: ConnectionKind; before: string; after: string },
  siteId: string,
  { asked, now }: { asked: Rebase; now: number },
): Promise<Rebased> {
  const { store } = services;
  const { name, path } = of;
  if (readChange(of) === 'create') {
    if (await isNameTaken(store, siteId, of)) refuse(describeTaken(of));
    return { of, name, basePath: '', path, text: texts.after, baseTag: 0 };
  }
  const stored = await store.nodes.find(of.pipeline_id);
  if (!stored || stored.status === 'DELETED') throw new ContractError('CONFLICT', describeGone(of));
  if (readChange(of) === 'update')
    return rebaseConnection(services, { of, kind, ...texts }, stored, { asked, now });
  const basePath = toPath(kind, toFileName(stored));
  return {
    of,
    name: stored.name,
    basePath,
    path: '',
    text: '',
    baseTag: computeConnectionTag(services, stored),
  };
}

/** Creations and deletions are requested as before. */
async function rebaseWhole(
  services: Services,
  changeset: ReadChangeset,
  { of, after: text }: { of: ChangesetPipelineRow; after: string },
): Promise<Rebased> {
  const { store } = services;
  const siteId = changeset.row.site_id;
  const { name, path } = of;
  if (readChange(of) === 'create') {
    if (await isNameTaken(store, siteId, of)) refuse(describeTaken(of));
    const place = { siteId, commit: changeset.row.head_commit, coming: listComingNames(changeset) };
    const reader = createNameReader(services, services.store, changeset.row);
    const current = await readCurrentText(services, store, text, reader, place);
    return { of, name, basePath: '', path, text: current.text, baseTag: 0 };
  }
  const row = await store.pipelines.find(of.pipeline_id);
  const [stored] = row && row.status !== 'DELETED' ? await readStoredPipelines(store, [row]) : [];
  if (!stored) throw new ContractError('CONFLICT', describeGone(of));
  const baseTag = computeTag(services, stored);
  return { of, name: stored.row.name, basePath: toFileName(stored.row), path, text, baseTag };
}

/**
 * Rebases an open request onto what is stored now, as one commit; its approval is void. The record comes
 * before the branch, which the next start finishes after a crash.
 * @throws ContractError CONFLICT with the choices to make or why it is impossible
 */
export const rebaseChangeset = (
  services: Services,
  id: string,
  asked: Rebase,
  by: Person,
  now: number,
): Promise<Changeset> =>
  pushingOf(services, id, async () => {
    const { store, hub, log } = services;
    const changeset = await requireChangeset(store, id);
    const { row } = changeset;
    const siteId = row.site_id;
    await requireRequests(services, store, siteId);
    refuse(rebaseRefusal(await readFace(services, store, changeset)));
    const place = await openPlace(services, siteId, now);
    requireSamePlace(row, place);
    const sides = await readSides(services, store, changeset);
    const merged: Rebased[] = [];
    for (const one of await readTexts(services, changeset)) {
      const kind = kindOf(one.of);
      if (kind === 'LOOKUP') {
        merged.push(await rebaseFile(services, one, siteId, asked));
        continue;
      }
      if (kind) {
        merged.push(await rebaseNode(services, { kind, ...one }, siteId, { asked, now }));
        continue;
      }
      const changed = sides.find(({ of }) => of.pipeline_id === one.of.pipeline_id);
      if (!changed && readChange(one.of) === 'update') refuse(describeGone(one.of));
      merged.push(
        changed ? await rebaseOne(services, changed, asked) : await rebaseWhole(services, changeset, one),
      );
    }
    const { repository, base: main } = place;
    const found = await place.place(merged.map((one) => ({ ...one, id: one.of.pipeline_id })));
    const rebased: Rebased[] = found;
    const what = describeRequested(
      rebased.map(({ of, name }) => ({ name, change: readChange(of), kind: kindOf(of) })),
    );
    const head = await commitTo(services, store, row.site_id, repository, {
      onto: main,
      parents: [main],
      ...toFileChanges(rebased),
      message: toMessage(row.description, what, id),
      author: by,
      at: now,
    });
    // Deciding conflicts makes the person a co-author.
    const hasChosen = rebased.some((one) => one.hasChosen);
    const authors =
      !hasChosen || isAuthor(row, by) ? row.authors : JSON.stringify([...readAuthors(row), by.id]);
    await store.transaction(async (tx) => {
      const current = await requireChangeset(tx, id);
      refuse(rebaseRefusal(await readFace(services, tx, current)));
      if (current.row.head_commit !== row.head_commit)
        refuse('This pull request was rebased in the meantime');
      await tx.changesets.update(id, { base_commit: main, head_commit: head, authors, updated_at: now });
      for (const one of rebased)
        await tx.changesets.updatePipeline(id, one.of.pipeline_id, {
          name: one.name,
          base_path: one.basePath,
          path: one.path,
          base_tag: one.baseTag,
          ...(one.config === undefined ? {} : { config: one.config }),
        });
    });
    try {
      if (row.remote === '') await repository.writeBranch(branchOf(id), head);
    } catch (error) {
      log.error({ err: error, siteId }, 'the branch follows the rebase with the next pull request or start');
    }
    hub.publish({ type: 'notification.changed', siteId });
    return readFace(services, store, await requireChangeset(store, id));
  });
