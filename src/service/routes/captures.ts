import { deploys } from '../../contract/calls/define.ts';
import { findCaptureRefusal } from '../../contract/collector-refusals.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound, requireAllowed } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';

type CaptureCalls = 'startCapture' | 'listCaptures' | 'getCapture' | 'stopCapture';

/** Undeployed components pass no events, which is reported at once. */
async function requireRunning(tx: Repositories, pipeline: PipelineRow, componentId: string): Promise<void> {
  const version = pipeline.deployed_graph_version;
  const members = (await tx.versions.nodesOf(pipeline.id, version)).map(({ node_id }) => node_id);
  if (members.includes(componentId)) return;
  const transforms = await tx.transforms.findMany(members);
  if (transforms.some((row) => row.lineage_id === componentId)) return;
  const message = `this node is not in the running v${version}; deploy the version that has it, or capture at another node`;
  throw invalid([{ field: 'componentId', rule: 'not_running', message }]);
}

function requireMayRestart(principal: Principal, { site_id }: PipelineRow): void {
  const permitted = permits(principal, deploys('PIPELINES'), site_id);
  if (permitted !== true)
    throw new ContractError('FORBIDDEN', `${permitted} to capture events on Collectors, which restarts one`);
}

export const captureHandlers = {
  startCapture: async ({ body, tx, services, principal }) => {
    const pipeline = await requirePipeline(tx, body.pipelineId);
    const refusal = findCaptureRefusal(await tx.sites.find(pipeline.site_id));
    const { mayRestart, ...request } = body;
    const restarts = mayRestart && refusal !== undefined;
    if (restarts) requireMayRestart(principal, pipeline);
    else requireAllowed(refusal);
    if (pipeline.deployed_graph_version === 0) {
      const message = `'${pipeline.name}' is not deployed, so no events flow; deploy it, or use a saved sample`;
      throw new ContractError('ACTION_REFUSED', message);
    }
    const node = await tx.nodes.find(body.componentId);
    if (node?.node_type === 'SINK') {
      const message = `the destination '${node.name}' passes nothing on; capture at a node before it`;
      throw invalid([{ field: 'componentId', rule: 'passes_nothing_on', message }]);
    }
    await requireRunning(tx, pipeline, body.componentId);
    const startedBy = principal.user.name;
    const capture = services.captures.start({ ...request, startedBy, ...(restarts && { mayRestart }) });
    const { pipelineId, componentId, limit, seconds } = body;
    services.log.info({ pipelineId, componentId, limit, seconds, startedBy }, 'a capture of events began');
    return { capture };
  },

  listCaptures: async ({ path, tx, services }) => {
    await requirePipeline(tx, path.pipelineId);
    return { captures: services.captures.list(path.pipelineId) };
  },

  getCapture: async ({ path, services }) => {
    const found = services.captures.find(path.captureId);
    if (!found) throw notFound('capture', path.captureId);
    const { capture, events, origins } = found;
    return { capture, events, origins };
  },

  stopCapture: async ({ path, services }) => {
    const capture = services.captures.stop(path.captureId);
    if (!capture) throw notFound('capture', path.captureId);
    return { capture };
  },
} satisfies Pick<Handlers, CaptureCalls>;
