import { createActor, fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../../machines/single-write/single-write.machine.ts';
import type { PipelineAction } from '../../../../contract/enums.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { noteRefusedDeploy } from '../../../components/deploy-gate/deploy-gate.ts';
import { notify } from '../../../state/toasts.ts';

export type ActionRequest = {
  pipelineId: string;
  action: PipelineAction;
  /** Only for DEPLOY. Without it, the deployed version is deployed again, which resumes it. */
  graphVersion?: number;
  isForced?: boolean;
};

type Listener = (request: ActionRequest) => void;
const listeners = new Set<Listener>();

/** Notifies listeners of a deployment that a save in the editor started. */
export function deploymentScheduled(pipelineId: string): void {
  for (const listener of listeners) listener({ pipelineId, action: 'DEPLOY' });
}

/** Called when the service has accepted an action. Returns a function to unsubscribe. */
export function onActionAccepted(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function versionToDeploy({ pipelineId, graphVersion }: ActionRequest): Promise<number> {
  if (graphVersion !== undefined) return graphVersion;
  const { data } = await callApi('getPipeline', { path: { pipelineId } });
  return data.pipeline.deployedGraphVersion;
}

async function write({ pipelineId, action, graphVersion, isForced }: ActionRequest): Promise<void> {
  const body = {
    pipelineId,
    action,
    ...(action === 'DEPLOY' ? { graphVersion } : {}),
    ...(isForced ? { forceDeploy: true } : {}),
  };
  await callApi('runPipelineAction', { body }, { idempotencyKey: crypto.randomUUID() });
}

const SCHEDULED = 'Pipeline scheduled for deployment';
const FORCED = 'Pipeline scheduled for force deployment';

function accepted(request: ActionRequest): void {
  if (request.action === 'DEPLOY')
    notify({ message: request.isForced ? FORCED : SCHEDULED, status: 'success' });
  for (const listener of listeners) listener(request);
}

function makeActor(pipelineId: string) {
  let request: ActionRequest = { pipelineId, action: 'CANCEL' };
  let sent: ActionRequest = request;
  const actor = createActor(
    singleWriteMachine.provide({
      actors: {
        write: fromPromise<Record<string, string>, Record<string, string>>(async () => {
          const isDeploy = request.action === 'DEPLOY';
          sent = isDeploy ? { ...request, graphVersion: await versionToDeploy(request) } : request;
          await write(sent);
          return {};
        }),
      },
      actions: {
        succeed: () => accepted(request),
        fail: (_, { error }) => {
          const { graphVersion = 0 } = sent;
          const isResume = request.graphVersion === undefined;
          if (!noteRefusedDeploy(error, { pipelineId, graphVersion, isResume }))
            reportApiError(error, { id: 'runPipelineAction' });
        },
      },
    }),
  );
  actor.start();
  return (next: ActionRequest) => {
    if (!actor.getSnapshot().matches('idle')) return;
    request = next;
    actor.send({ type: 'write.requested', values: {} });
  };
}

const actors = new Map<string, (request: ActionRequest) => void>();

/** Sends the action to the pipeline's actor. Ignored while another one is in progress. */
export function requestAction(request: ActionRequest): void {
  const { pipelineId } = request;
  const send = actors.get(pipelineId) ?? makeActor(pipelineId);
  actors.set(pipelineId, send);
  send(request);
}
