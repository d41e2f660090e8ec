import { callApi } from '../../../api/call-api.ts';
import { type ActionRequest, sendPipelineAction } from '../../../api/pipeline-action.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { noteRefusedDeploy } from '../../../components/deploy-gate/deploy-gate.ts';
import { notify } from '../../../state/toasts.ts';

type Listener = (request: ActionRequest) => void;
const listeners = new Set<Listener>();

/** Notifies listeners of a deployment that a save in the editor started. */
export function notifyDeploymentScheduled(pipelineId: string): void {
  for (const listener of listeners) listener({ pipelineId, action: 'DEPLOY' });
}

/** Called when the service has accepted an action. Returns a function to unsubscribe. */
export function addActionAcceptedListener(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchVersionToDeploy({ pipelineId, graphVersion }: ActionRequest): Promise<number> {
  if (graphVersion !== undefined) return graphVersion;
  const { data } = await callApi('getPipeline', { path: { pipelineId } });
  return data.pipeline.deployedGraphVersion;
}

const SCHEDULED = 'Pipeline scheduled for deployment';
const FORCED = 'Pipeline scheduled for force deployment';

function notifyAccepted(request: ActionRequest): void {
  if (request.action === 'DEPLOY')
    notify({ message: request.isForced ? FORCED : SCHEDULED, status: 'success' });
  for (const listener of listeners) listener(request);
}

/** Pipelines whose action awaits the service's answer. */
const underWay = new Set<string>();

async function carryOut(request: ActionRequest): Promise<void> {
  let sent = request;
  try {
    if (request.action === 'DEPLOY') sent = { ...request, graphVersion: await fetchVersionToDeploy(request) };
    await sendPipelineAction(sent);
  } catch (error) {
    const { pipelineId, graphVersion = 0 } = sent;
    const isResume = request.graphVersion === undefined;
    if (!noteRefusedDeploy(error, { pipelineId, graphVersion, isResume }))
      reportApiError(error, { id: 'runPipelineAction' });
    return;
  }
  notifyAccepted(request);
}

/** Requests the action. Ignored while another one of the pipeline is pending. */
export function requestAction(request: ActionRequest): void {
  const { pipelineId } = request;
  if (underWay.has(pipelineId)) return;
  underWay.add(pipelineId);
  void carryOut(request).finally(() => underWay.delete(pipelineId));
}
