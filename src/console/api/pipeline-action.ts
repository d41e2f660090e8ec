import type { PipelineAction } from '../../contract/enums.ts';
import { callApi } from './call-api.ts';
import type { CallOptions } from './request.ts';

export type ActionRequest = {
  pipelineId: string;
  action: PipelineAction;
  /** Only for DEPLOY. Without it, the deployed version is redeployed, which resumes it. */
  graphVersion?: number | undefined;
  isForced?: boolean;
};

/** For an action on a screen, a save that deploys, or one of a bulk action. */
export async function sendPipelineAction(
  { pipelineId, action, graphVersion, isForced }: ActionRequest,
  options: CallOptions = {},
): Promise<void> {
  const body = {
    pipelineId,
    action,
    ...(graphVersion === undefined ? {} : { graphVersion }),
    ...(isForced ? { forceDeploy: true } : {}),
  };
  await callApi('runPipelineAction', { body }, { idempotencyKey: crypto.randomUUID(), ...options });
}
