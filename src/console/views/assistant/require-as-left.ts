import { getDisplay, isInAction, isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { ProposedCall } from '../../../contract/assistant.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { callApi } from '../../api/call-api.ts';

type ActionBody = Extract<ProposedCall, { id: 'runPipelineAction' }>['body'];

export function listActions(call: ProposedCall): readonly ActionBody[] {
  if (call.id === 'runPipelineAction') return [call.body];
  return call.id === 'runPipelineActions' ? call.bodies : [];
}

type State = Pick<Pipeline, 'status' | 'pendingAction' | 'deployedGraphVersion' | 'pendingGraphVersion'>;

/**
 * Whether a pipeline is as an action left it, or still on the way there.
 * @param undo the action's inverse
 */
export function isAsLeft(
  state: State,
  { action, graphVersion }: ActionBody,
  undo: ActionBody | undefined,
): boolean {
  const { status, pendingAction, deployedGraphVersion } = state;
  if (action === 'DEPLOY') {
    if (isInAction(state)) return pendingAction === 'DEPLOY' || pendingAction === 'NOP';
    return isRunning(state) && deployedGraphVersion === graphVersion;
  }
  const isKept = undo?.action !== 'DEPLOY' || deployedGraphVersion === undo.graphVersion;
  const left = action === 'PAUSE' ? 'PAUSED' : action === 'BYPASS' ? 'BYPASSED' : undefined;
  return isKept && (isInAction(state) ? pendingAction === action : status === left);
}

/** @throws Error naming the first pipeline changed since an action; ApiError */
export async function requireAsLeft(done: readonly ActionBody[], undo: readonly ActionBody[]): Promise<void> {
  for (const body of done) {
    const { pipelineId } = body;
    const { pipeline } = (await callApi('getPipeline', { path: { pipelineId } })).data;
    const back = undo.find((one) => one.pipelineId === pipelineId);
    if (isAsLeft(pipeline, body, back)) continue;
    const { name, deployedGraphVersion } = pipeline;
    const version = deployedGraphVersion > 0 ? ` with v${deployedGraphVersion}` : '';
    throw new Error(
      `'${name}' was changed since: it is ${getDisplay(pipeline).label}${version} now. Choose on its screen what it should do.`,
    );
  }
}
