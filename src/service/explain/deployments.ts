import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import { parseErrorText } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import type { EndedDeploymentRow } from '../store/schema.ts';
import type { ExplainScope, Found } from './entry.ts';

const WORDS: Record<string, string> = {
  DEPLOYED: 'was deployed',
  ROLLED_BACK: 'was rolled back',
  FAILED: 'was not deployed',
  CANCELLED: 'was canceled during deployment',
};

/** Resuming or redeploying runs the same version. */
const describeOutcome = ({ outcome, graph_version, former_graph_version }: EndedDeploymentRow): string =>
  outcome === 'DEPLOYED' && graph_version === former_graph_version
    ? 'runs again'
    : (WORDS[outcome] ?? outcome);

const hasFailed = ({ outcome }: EndedDeploymentRow): boolean =>
  outcome === 'ROLLED_BACK' || outcome === 'FAILED';

const listIds = ({ pipelines }: ExplainScope): string[] => pipelines.map((row) => row.id);

export async function readDeploymentEntries(tx: Repositories, scope: ExplainScope): Promise<Found[]> {
  const { from, to } = scope;
  const rows = await tx.deployments.ended(listIds(scope), { from, to, limit: EXPLAIN_MAX });
  const namesById = new Map(scope.pipelines.map((row) => [row.id, row.name]));
  return rows.map((row) => ({
    at: row.ended_at,
    kind: 'deployment',
    severity: hasFailed(row) ? 'error' : 'informational',
    title: `v${row.graph_version} of '${namesById.get(row.pipeline_id)}' ${describeOutcome(row)}`,
    detail: row.reason === '' ? '' : parseErrorText(row.reason).title,
    by: row.requested_by,
    pipelineId: row.pipeline_id,
    nodeId: '',
    // A failed version is not shown.
    graphVersion: row.outcome === 'DEPLOYED' ? row.graph_version : row.former_graph_version,
  }));
}

export async function readVersions(
  tx: Repositories,
  scope: ExplainScope,
): Promise<(pipelineId: string, at: number) => number> {
  const range = { from: scope.from, to: Number.MAX_SAFE_INTEGER, limit: 10 * EXPLAIN_MAX };
  const rows = await tx.deployments.ended(listIds(scope), range);
  const changes = Map.groupBy(
    rows.filter((row) => row.outcome === 'DEPLOYED'),
    (row) => row.pipeline_id,
  );
  const present = new Map(scope.pipelines.map((row) => [row.id, row.deployed_graph_version]));
  return (pipelineId, at) => {
    // Newest first: the oldest later row has the version it replaced.
    const after = changes.get(pipelineId)?.findLast((row) => row.ended_at > at);
    return after?.former_graph_version ?? present.get(pipelineId) ?? 0;
  };
}
