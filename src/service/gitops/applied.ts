import { applyRequestEvent } from '../../../machines/change-request/index.ts';
import type { ChangesetStatus } from '../../contract/enums.ts';
import { parseErrorText } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import type { DeploymentRow, PipelineRow } from '../store/schema.ts';

/** Why another version runs after the deployment; empty if the merged one does. */
function describeFailure({ name }: PipelineRow, deployment: DeploymentRow): string {
  const { outcome, reason, graph_version: version, former_graph_version: former } = deployment;
  if (outcome === 'DEPLOYED' || outcome === 'PENDING') return '';
  const why = outcome === 'CANCELLED' ? 'its deployment was canceled' : parseErrorText(reason).title;
  const runs = former > 0 && outcome !== 'FAILED' ? `v${former} keeps running` : 'nothing of it runs';
  return `'${name}' v${version} does not run: ${why}; ${runs}`;
}

/** Stores with a merged pull request how its deployment ended. */
export async function endOfDeployment(
  tx: Repositories,
  pipeline: PipelineRow,
  deployment: DeploymentRow,
  now: number,
): Promise<void> {
  const found = await tx.changesets.findByVersion(pipeline.id, deployment.graph_version);
  if (!found) return;
  const { changeset_id: id } = found;
  await tx.changesets.updatePipeline(id, pipeline.id, { failure: describeFailure(pipeline, deployment) });
  const row = await tx.changesets.find(id);
  if (!row) return;
  const failures = (await tx.changesets.pipelinesOf([id])).flatMap(({ failure }) => failure || []);
  const type = failures.length > 0 ? 'apply.failed' : 'apply.succeeded';
  const face = {
    status: row.status as ChangesetStatus,
    hasConflict: false,
    needsApproval: false,
    approvedBy: row.approved_by,
  };
  const status = applyRequestEvent(face, { type }) ?? face.status;
  const reason = failures.join('\n');
  if (status === row.status && reason === row.reason) return;
  await tx.changesets.update(id, { status, reason, updated_at: now });
}
