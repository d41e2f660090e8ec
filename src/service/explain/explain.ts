import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { ExplainEntry } from '../../contract/entities/explain.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Repositories } from '../store/index.ts';
import { readDeploymentEntries, readVersions } from './deployments.ts';
import { readEditEntries } from './edits.ts';
import type { ExplainScope, Found } from './entry.ts';
import { readErrorEntries } from './errors.ts';
import { readNoticeEntries } from './notices.ts';

/** In time order; the newest when there are too many. */
export async function explain(
  tx: Repositories,
  scope: ExplainScope,
  areErrorsIgnored: boolean,
  caller?: Principal,
): Promise<{ entries: ExplainEntry[]; isCut: boolean }> {
  const found: Found[] = [
    ...(await readDeploymentEntries(tx, scope)),
    ...(await readEditEntries(tx, scope, caller)),
    ...(areErrorsIgnored ? [] : await readErrorEntries(tx, scope)),
    ...(await readNoticeEntries(tx, scope)),
  ];
  const inOrder = found.sort((a, b) => a.at - b.at);
  const kept = inOrder.slice(-EXPLAIN_MAX);
  const namesById = new Map(scope.pipelines.map((row) => [row.id, row.name]));
  const findVersion = await readVersions(tx, scope);
  const entries = kept.map((entry) => ({
    ...entry,
    at: Math.floor(entry.at / 1000),
    pipelineName: namesById.get(entry.pipelineId) ?? '',
    graphVersion: entry.graphVersion ?? findVersion(entry.pipelineId, entry.at),
  }));
  return { entries, isCut: inOrder.length > kept.length };
}
