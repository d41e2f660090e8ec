import type { Deployment, DeploymentOutcome, DeploymentPhase } from '../../contract/entities/deployment.ts';
import { type Clock, toTime } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { DeploymentRow, PipelineRow } from '../store/schema.ts';

type StoredPhase = { phase: DeploymentPhase; at: number };

const phasesOf = (row: DeploymentRow): StoredPhase[] => JSON.parse(row.phases);

const entityOf = (row: DeploymentRow): Deployment => ({
  pipelineId: row.pipeline_id,
  graphVersion: row.graph_version,
  formerGraphVersion: row.former_graph_version,
  isForced: row.is_forced === 1,
  requestedBy: row.requested_by,
  requestedAt: toTime(row.requested_at),
  phases: phasesOf(row).map(({ phase, at }) => ({ phase, startedAt: toTime(at) })),
  outcome: row.outcome as DeploymentOutcome,
  endedAt: toTime(row.ended_at),
  reason: row.reason,
});

export type DeploymentRequest = { version: number; isForced: boolean; by: string; now: number };

/** Stores that a deployment was asked for, in the transaction that makes it pending. */
export async function storeRequested(
  tx: Repositories,
  pipeline: PipelineRow,
  { version, isForced, by, now }: DeploymentRequest,
): Promise<void> {
  await tx.deployments.put({
    pipeline_id: pipeline.id,
    graph_version: version,
    former_graph_version: pipeline.deployed_graph_version,
    is_forced: isForced ? 1 : 0,
    requested_by: by,
    requested_at: now,
    phases: JSON.stringify([{ phase: 'QUEUED', at: now }] satisfies StoredPhase[]),
    outcome: 'PENDING',
    ended_at: 0,
    reason: '',
  });
}

/** Told in the transaction that stores the end. */
export type DeploymentEnded = (
  tx: Repositories,
  pipeline: PipelineRow,
  deployment: DeploymentRow,
) => Promise<void>;

/** Follows the deployments that are under way; what they end with is stored, their steps are only told. */
export type Deployments = {
  /** Tells who watches that a deployment was asked for. */
  announce(pipelineId: string): Promise<void>;
  /** The one to carry out; undefined when none is pending. */
  begin(pipelineId: string): Promise<DeploymentRow | undefined>;
  reach(pipelineId: string, phase: DeploymentPhase): void;
  /** Stores the end in the transaction that stores the status; `tell` it once that is done. */
  storeEnd(tx: Repositories, pipelineId: string, outcome: DeploymentOutcome, reason: string): Promise<void>;
  tell(pipelineId: string): Promise<void>;
  latest(pipelineId: string): Promise<Deployment | null>;
};

type Tools = { store: Store; hub: Hub; clock: Clock; onDeploymentEnded?: DeploymentEnded | undefined };

export function createDeployments(tools: Tools): Deployments {
  const { store, hub, clock } = tools;
  /** With the phases of this process; the stored row has those up to the request. */
  const underWay = new Map<string, DeploymentRow>();
  const siteOf = new Map<string, string>();

  const current = async (pipelineId: string) =>
    underWay.get(pipelineId) ?? (await store.deployments.find(pipelineId));

  const publish = (row: DeploymentRow) => {
    const siteId = siteOf.get(row.pipeline_id);
    if (siteId === undefined) return;
    const { pipeline_id: pipelineId } = row;
    hub.publish({ type: 'pipeline.deployment', siteId, pipelineId, deployment: entityOf(row) });
  };

  const tell = async (pipelineId: string) => {
    const [row, pipeline] = await Promise.all([current(pipelineId), store.pipelines.find(pipelineId)]);
    if (pipeline) siteOf.set(pipelineId, pipeline.site_id);
    if (row) publish(row);
  };

  return {
    announce: tell,
    tell,
    begin: async (pipelineId) => {
      const row = await store.deployments.find(pipelineId);
      if (row?.outcome !== 'PENDING') return undefined;
      underWay.set(pipelineId, row);
      await tell(pipelineId);
      return row;
    },
    reach: (pipelineId, phase) => {
      const row = underWay.get(pipelineId);
      if (!row) return;
      const phases = [...phasesOf(row), { phase, at: clock() }];
      const next = { ...row, phases: JSON.stringify(phases) };
      underWay.set(pipelineId, next);
      publish(next);
    },
    storeEnd: async (tx, pipelineId, outcome, reason) => {
      const row = underWay.get(pipelineId) ?? (await tx.deployments.find(pipelineId));
      if (row?.outcome !== 'PENDING') return;
      const ended = { ...row, outcome, reason, ended_at: clock() };
      await tx.deployments.put(ended);
      const { phases: _phases, ...kept } = ended;
      await tx.deployments.addEnded(kept);
      const pipeline = await tx.pipelines.find(pipelineId);
      if (pipeline) await tools.onDeploymentEnded?.(tx, pipeline, ended);
      underWay.delete(pipelineId);
    },
    latest: async (pipelineId) => {
      const row = await current(pipelineId);
      return row ? entityOf(row) : null;
    },
  };
}
