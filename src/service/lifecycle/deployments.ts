import type { Deployment, DeploymentOutcome, DeploymentPhase } from '../../contract/entities/deployment.ts';
import { type Clock, formatTime } from '../clock.ts';
import type { Hub } from '../live/hub.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { DeploymentRow, PipelineRow } from '../store/schema.ts';

type StoredPhase = { phase: DeploymentPhase; at: number };

const parsePhases = (row: DeploymentRow): StoredPhase[] => JSON.parse(row.phases);

const toEntity = (row: DeploymentRow): Deployment => ({
  pipelineId: row.pipeline_id,
  graphVersion: row.graph_version,
  formerGraphVersion: row.former_graph_version,
  isForced: row.is_forced === 1,
  requestedBy: row.requested_by,
  requestedAt: formatTime(row.requested_at),
  phases: parsePhases(row).map(({ phase, at }) => ({ phase, startedAt: formatTime(at) })),
  outcome: row.outcome as DeploymentOutcome,
  endedAt: formatTime(row.ended_at),
  reason: row.reason,
});

type DeploymentRequest = { version: number; isForced: boolean; by: string; now: number };

/** In the transaction that makes it pending. */
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

/** Called in the transaction that stores the end. */
export type DeploymentEnded = (
  tx: Repositories,
  pipeline: PipelineRow,
  deployment: DeploymentRow,
) => Promise<void>;

export type Deployments = {
  announce(pipelineId: string): Promise<void>;
  begin(pipelineId: string): Promise<DeploymentRow | undefined>;
  reach(pipelineId: string, phase: DeploymentPhase): void;
  /** In the transaction that stores the status; publish afterwards. */
  storeEnd(tx: Repositories, pipelineId: string, outcome: DeploymentOutcome, reason: string): Promise<void>;
  tell(pipelineId: string): Promise<void>;
  latest(pipelineId: string): Promise<Deployment | null>;
};

type Tools = { store: Store; hub: Hub; clock: Clock; onDeploymentEnded?: DeploymentEnded | undefined };

export function createDeployments(tools: Tools): Deployments {
  const { store, hub, clock } = tools;
  /** The stored row only has the phases up to the request. */
  const underWay = new Map<string, DeploymentRow>();
  const siteIds = new Map<string, string>();

  const findCurrent = async (pipelineId: string) =>
    underWay.get(pipelineId) ?? (await store.deployments.find(pipelineId));

  const publish = (row: DeploymentRow) => {
    const siteId = siteIds.get(row.pipeline_id);
    if (siteId === undefined) return;
    const { pipeline_id: pipelineId } = row;
    hub.publish({ type: 'pipeline.deployment', siteId, pipelineId, deployment: toEntity(row) });
  };

  const publishLatest = async (pipelineId: string) => {
    const [row, pipeline] = await Promise.all([findCurrent(pipelineId), store.pipelines.find(pipelineId)]);
    if (pipeline) siteIds.set(pipelineId, pipeline.site_id);
    if (row) publish(row);
  };

  return {
    announce: publishLatest,
    tell: publishLatest,
    begin: async (pipelineId) => {
      const row = await store.deployments.find(pipelineId);
      if (row?.outcome !== 'PENDING') return undefined;
      underWay.set(pipelineId, row);
      await publishLatest(pipelineId);
      return row;
    },
    reach: (pipelineId, phase) => {
      const row = underWay.get(pipelineId);
      if (!row) return;
      const phases = [...parsePhases(row), { phase, at: clock() }];
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
      const row = await findCurrent(pipelineId);
      return row ? toEntity(row) : null;
    },
  };
}
