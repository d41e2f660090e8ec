import type { CallId } from '../../contract/calls/index.ts';
import { PIPELINE_ACTIONS, type PipelineAction } from '../../contract/enums.ts';

const PIPELINE_WORDS: Record<PipelineAction, string> = {
  DEPLOY: 'Deploy pipeline',
  DELETE: 'Delete pipeline',
  PAUSE: 'Pause pipeline',
  BYPASS: 'Bypass pipeline',
  CANCEL: 'Cancel action of pipeline',
};

/** Where the call's name would not be a person's word for it. */
const WORDS: Partial<Record<CallId, string>> = {
  runPipelineAction: 'Run pipeline action',
  putPipelineDefinition: 'Import pipeline definition',
  createSink: 'Create destination',
  updateSink: 'Change destination',
  deleteSink: 'Delete destination',
  updateSource: 'Change source',
  updatePipeline: 'Change pipeline',
  updateSample: 'Change sample',
  updatePreferences: 'Change preferences',
  setSavingPrice: 'Set price per GB',
  saveGraph: 'Save version',
  createUser: 'Invite user',
  updateUser: 'Change user',
  updateRole: 'Change role',
  createApiKey: 'Create API key',
  rotateApiKey: 'Rotate API key',
  deleteApiKey: 'Revoke API key',
  updateSso: 'Change sign-in',
  useFallbackCode: 'Sign in by fallback code',
  deleteSession: 'End session',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function pipelineAction(input: unknown): string | undefined {
  const body = isRecord(input) ? input.body : undefined;
  const action = isRecord(body) ? body.action : undefined;
  const known = PIPELINE_ACTIONS.find((one) => one === action);
  return known && PIPELINE_WORDS[known];
}

/** `createPipeline` as 'Create pipeline'. */
const inWords = (call: string): string => {
  const words = call.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What a call does, in words; `input` is what was sent with it. */
export const actionOf = (call: string, input?: unknown): string =>
  (call === 'runPipelineAction' ? pipelineAction(input) : undefined) ??
  (WORDS as Record<string, string | undefined>)[call] ??
  inWords(call);
