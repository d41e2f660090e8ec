import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import type {
  ChangedConnection,
  ChangedFile,
  PullRequest,
  RequestedKind,
} from '../../contract/entities/changeset.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow } from '../store/schema.ts';
import {
  kindOf,
  listNewSecrets,
  readConnectionText,
  toDefinedConnection,
  unpackConfig,
} from './connection-text.ts';
import { mayReadRequested, type ReadChangeset, readChange, readFace, readTexts } from './entities.ts';
import { readLookupText, toDefinedLookup } from './lookup-text.ts';
import { listConflicts } from './rebase.ts';
import { branchOf } from './repository.ts';

const NO_PIPELINE: DefinedPipeline = { name: '', description: '', nodes: [] };

async function readConnectionFile(
  services: Services,
  kind: RequestedKind,
  { before, after, of }: { before: string; after: string; of: ChangesetPipelineRow },
): Promise<ChangedConnection> {
  const read = async (text: string) =>
    kind === 'LOOKUP'
      ? toDefinedLookup(text === '' ? undefined : await readLookupText(services, text))
      : toDefinedConnection(text === '' ? undefined : await readConnectionText(services, text));
  const [beforeConnection, afterConnection] = [await read(before), await read(after)];
  const config = unpackConfig(services, of);
  return {
    nodeId: of.pipeline_id,
    kind,
    change: readChange(of),
    path: of.path || of.base_path,
    before,
    after,
    beforeConnection,
    afterConnection,
    newSecrets: config ? listNewSecrets(services, afterConnection.templateId, config) : [],
  };
}

export async function readPullRequest(
  services: Services,
  tx: Repositories,
  changeset: ReadChangeset,
): Promise<PullRequest> {
  const { row } = changeset;
  const entity = await readFace(services, tx, changeset);
  const files: ChangedFile[] = [];
  const connectionFiles: ChangedConnection[] = [];
  for (const { before, after, of } of await readTexts(services, changeset)) {
    const kind = kindOf(of);
    if (kind) {
      if (mayReadRequested(services, kind, row.site_id))
        connectionFiles.push(await readConnectionFile(services, kind, { before, after, of }));
      continue;
    }
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
    connectionFiles,
    conflicts: entity.hasConflict ? await listConflicts(services, tx, changeset) : [],
  };
}
