import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import type { ChangedFile, PullRequest } from '../../contract/entities/changeset.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { type ReadChangeset, readChange, readFace, readTexts } from './entities.ts';
import { listConflicts } from './rebase.ts';
import { branchOf } from './repository.ts';

const NO_PIPELINE: DefinedPipeline = { name: '', description: '', nodes: [] };

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
    const read = async (text: string) =>
      text === '' ? NO_PIPELINE : (await listDefinedPipelines(services, tx, text, row.site_id))[0];
    const [beforePipeline, afterPipeline] = [await read(before), await read(after)];
    if (!beforePipeline || !afterPipeline) continue;
    const { pipeline_id: pipelineId, graph_version: graphVersion } = of;
    const path = of.path || of.base_path;
    const change = readChange(of);
    files.push({ pipelineId, change, path, before, after, beforePipeline, afterPipeline, graphVersion });
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
