import { applyRequestEvent } from '../../../../machines/change-request/index.ts';
import { isSecretSet } from '../../../contract/entities/common.ts';
import { findSecretPlaces } from '../../exchange/secrets.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { ChangesetPipelineRow, ChangesetRow } from '../../store/schema.ts';
import { unpackConfig } from '../connection-text.ts';
import { listComingNames, type ReadChangeset, readFace } from '../entities.ts';
import { createNameReader, readCurrentText } from '../names.ts';
import { type CommitFacts, type GitRepository, kindOfPath } from '../repository.ts';
import { repositoryOf } from '../repository-of.ts';
import type { Desired } from './definition.ts';

/** Beyond this, only files are compared. */
const COMMITS_MAX = 2000;
const ALL_OPEN = { offset: 0, limit: 1000, descending: true };

export type MergedRequest = {
  row: ChangesetRow;
  pipelines: ChangesetPipelineRow[];
  by: string;
  /** Newest versions of its pipelines before, by id. */
  versions: ReadonlyMap<string, number>;
};

async function listNewCommits(
  repository: GitRepository,
  head: string,
  former: string,
): Promise<Map<string, CommitFacts>> {
  const found = new Map<string, CommitFacts>();
  const waiting = [head];
  for (let id = waiting.pop(); id !== undefined && found.size < COMMITS_MAX; id = waiting.pop()) {
    if (id === former || found.has(id)) continue;
    const facts = await repository.readCommit(id);
    if (!facts) continue;
    found.set(id, facts);
    waiting.push(...facts.parents);
  }
  return found;
}

/** Squashed and cherry-picked requests have another commit, but the same files. */
async function hasItsFiles(
  services: Services,
  repository: GitRepository,
  commit: string,
  changeset: ReadChangeset,
): Promise<boolean> {
  const { row, pipelines } = changeset;
  const head = row.head_commit;
  const reader = createNameReader(services, services.store, row);
  const place = { siteId: row.site_id, commit: head, coming: listComingNames(changeset) };
  for (const { base_path: base, path } of pipelines) {
    const there = await repository.readFile(commit, path || base);
    const asked = path === '' ? undefined : await repository.readFile(head, path);
    if (there === asked) continue;
    if (there === undefined || asked === undefined || kindOfPath(path) !== 'PIPELINE') return false;
    // The merge uses current names of sources and destinations.
    const { text } = await readCurrentText(services, services.store, asked, reader, place);
    if (there !== text) return false;
  }
  return true;
}

/** Open pull requests merged by a commit: here, at a provider or by hand. */
export async function findMerged(
  services: Services,
  siteId: string,
  { remote, head, former }: { remote: string; head: string; former: string },
): Promise<MergedRequest[]> {
  const { store } = services;
  const { rows } = await store.changesets.list({ siteId, statuses: ['OPEN'] }, ALL_OPEN);
  const open = rows.filter((row) => row.remote === remote);
  if (open.length === 0) return [];
  const repository = repositoryOf(services, { site_id: siteId, remote });
  const commits = await listNewCommits(repository, head, former);
  const merged: MergedRequest[] = [];
  for (const row of open) {
    const pipelines = await store.changesets.pipelinesOf([row.id]);
    const isIn = commits.has(row.head_commit);
    if (!isIn && !(await hasItsFiles(services, repository, head, { row, pipelines }))) continue;
    const merge = [...commits.values()].find(({ parents }) => parents.slice(1).includes(row.head_commit));
    const by = merge ?? commits.get(head);
    const versions = new Map<string, number>();
    for (const { pipeline_id: id } of pipelines)
      versions.set(id, (await store.pipelines.find(id))?.latest_graph_version ?? 0);
    merged.push({ row, pipelines, by: by?.email ?? '', versions });
  }
  return merged;
}

/** A request's typed secrets wait in the database; they are used only where the file is as requested. */
export async function fillSecrets(
  services: Services,
  { read, entities }: Desired,
  merged: readonly Pick<MergedRequest, 'row' | 'pipelines'>[],
  commit: string,
): Promise<void> {
  for (const { row, pipelines } of merged) {
    const repository = repositoryOf(services, row);
    for (const of of pipelines) {
      const typed = of.path === '' ? undefined : unpackConfig(services, of);
      if (!typed) continue;
      const now = await repository.readFile(commit, of.path);
      const entity = entities.find(({ path }) => path === of.path);
      const placed = read.definition.connections.find(
        ({ what }) => entity?.kind === what.kind && entity.name === what.name,
      );
      if (!placed || now !== (await repository.readFile(row.head_commit, of.path))) continue;
      const { what } = placed;
      const places = findSecretPlaces(services.catalogue, what.kind, what.type);
      what.config = places.change(what.config, (value, path) => {
        const secret = isSecretSet(value) ? places.at(typed, path) : undefined;
        return isSecretSet(secret) ? undefined : secret;
      });
    }
  }
}

/** Notes merged requests in the transaction that applies the commit. */
export async function noteMerged(
  services: Services,
  tx: Repositories,
  merged: readonly MergedRequest[],
  { siteId, commit, now }: { siteId: string; commit: string; now: number },
): Promise<void> {
  for (const { row: before, pipelines, by, versions } of merged) {
    const row = await tx.changesets.find(before.id);
    if (row?.status !== 'OPEN') continue;
    const face = await readFace(services, tx, { row, pipelines });
    const status = applyRequestEvent(face, { type: 'merge.seen' }) ?? face.status;
    await tx.changesets.update(row.id, {
      ...{ status, reason: '', merge_commit: commit, ended_by: by, merged_at: now, updated_at: now },
    });
    for (const of of pipelines) {
      if (of.path === '') continue;
      const kind = kindOfPath(of.path);
      const stored =
        kind === 'PIPELINE'
          ? await tx.pipelines.findByName(siteId, of.name)
          : kind === 'LOOKUP'
            ? await tx.assets.findByName(of.name)
            : await tx.nodes.findByName(kind, siteId, of.name);
      if (!stored) continue;
      const version = (await tx.pipelines.find(stored.id))?.latest_graph_version ?? 0;
      await tx.changesets.updatePipeline(row.id, of.pipeline_id, {
        pipeline_id: stored.id,
        ...(version > (versions.get(of.pipeline_id) ?? 0) ? { graph_version: version } : {}),
      });
    }
    await tx.changesets.forgetConfigs(row.id);
  }
}
