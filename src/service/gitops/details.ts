import type { ChangedFile, PullRequest } from '../../contract/entities/changeset.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { type ReadChangeset, readFace, readTexts } from './entities.ts';
import { listConflicts } from './rebase.ts';
import { branchOf } from './repository.ts';

/** With its files before and after, and what its base and what is stored now disagree in. */
export async function readPullRequest(
  services: Services,
  tx: Repositories,
  changeset: ReadChangeset,
): Promise<PullRequest> {
  const { row } = changeset;
  const entity = await readFace(services, tx, changeset);
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
    baseCommit: row.base_commit,
    mergeCommit: row.merge_commit,
    files,
    conflicts: entity.hasConflict ? await listConflicts(services, tx, changeset) : [],
  };
}
