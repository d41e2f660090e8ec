import { mergeRefusal } from '../../../machines/change-request/index.ts';
import type { ChangedFile, Changeset, PullRequest } from '../../contract/entities/changeset.ts';
import type { ChangesetStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, ChangesetRow, PipelineRow } from '../store/schema.ts';
import { branchOf } from './repository.ts';
import { computeTag } from './stored.ts';

export type ReadChangeset = { row: ChangesetRow; pipelines: ChangesetPipelineRow[] };

/** @throws ContractError NOT_FOUND */
export async function requireChangeset(tx: Repositories, id: string): Promise<ReadChangeset> {
  const row = await tx.changesets.find(id);
  if (!row) throw notFound('pull request', id);
  return { row, pipelines: await tx.changesets.pipelinesOf([id]) };
}

/** Tags of what is stored now, by pipeline; what is deleted has none. */
async function readTags(
  services: Services,
  tx: Repositories,
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const rows: PipelineRow[] = [];
  for (const id of ids) {
    const row = await tx.pipelines.find(id);
    if (row && row.status !== 'DELETED') rows.push(row);
  }
  const stored = await readStoredPipelines(tx, rows);
  return new Map(stored.map((one) => [one.row.id, computeTag(services, one)]));
}

/** Open ones are compared with what is stored now. */
export async function toChangesets(
  services: Services,
  tx: Repositories,
  rows: readonly ChangesetRow[],
): Promise<Changeset[]> {
  const pipelines = Map.groupBy(
    await tx.changesets.pipelinesOf(rows.map(({ id }) => id)),
    (one) => one.changeset_id,
  );
  const open = rows.filter(({ status }) => status === 'OPEN').flatMap(({ id }) => pipelines.get(id) ?? []);
  const tags = await readTags(services, tx, new Set(open.map((one) => one.pipeline_id)));
  return rows.map((row) => {
    const own = pipelines.get(row.id) ?? [];
    const status = row.status as ChangesetStatus;
    const hasConflict = status === 'OPEN' && own.some((one) => tags.get(one.pipeline_id) !== one.base_tag);
    return {
      id: row.id,
      siteId: row.site_id,
      description: row.description,
      status,
      reason: hasConflict ? (mergeRefusal({ status, hasConflict }) ?? '') : row.reason,
      hasConflict,
      pipelines: own.map((one) => ({ id: one.pipeline_id, name: one.name })),
      createdBy: row.created_by,
      endedBy: row.ended_by,
      createdAt: formatTime(row.created_at),
      updatedAt: formatTime(row.updated_at),
    };
  });
}

/** @throws ContractError NOT_FOUND when the repository no longer has the commits */
export async function readTexts(
  { repositories }: Pick<Services, 'repositories'>,
  { row, pipelines }: ReadChangeset,
): Promise<{ before: string; after: string; of: ChangesetPipelineRow }[]> {
  const repository = repositories.of(row.site_id);
  const texts: { before: string; after: string; of: ChangesetPipelineRow }[] = [];
  for (const of of pipelines) {
    const before = await repository.readFile(row.base_commit, of.base_path);
    const after = await repository.readFile(row.head_commit, of.path);
    if (before === undefined || after === undefined)
      throw new ContractError(
        'NOT_FOUND',
        'The repository no longer has the commits of this pull request; withdraw it, and raise the change again',
      );
    texts.push({ before, after, of });
  }
  return texts;
}

export async function readPullRequest(
  services: Services,
  tx: Repositories,
  changeset: ReadChangeset,
): Promise<PullRequest> {
  const { row } = changeset;
  const [entity] = await toChangesets(services, tx, [row]);
  if (!entity) throw notFound('pull request', row.id);
  const files: ChangedFile[] = [];
  for (const { before, after, of } of await readTexts(services, changeset)) {
    const [beforePipeline] = await listDefinedPipelines(services, tx, before, row.site_id);
    const [afterPipeline] = await listDefinedPipelines(services, tx, after, row.site_id);
    if (!beforePipeline || !afterPipeline) continue;
    const { pipeline_id: pipelineId, path, graph_version: graphVersion } = of;
    files.push({ pipelineId, path, before, after, beforePipeline, afterPipeline, graphVersion });
  }
  return {
    ...entity,
    branch: branchOf(row.id),
    commit: row.head_commit,
    baseCommit: row.base_commit,
    mergeCommit: row.merge_commit,
    files,
  };
}
