import type { CallId } from '../../contract/calls/index.ts';
import { PIPELINE_ACTIONS, type PipelineAction } from '../../contract/enums.ts';
import { isRecord } from '../../contract/values.ts';

const PIPELINE_WORDS: Record<PipelineAction, string> = {
  DEPLOY: 'Deploy pipeline',
  DELETE: 'Delete pipeline',
  PAUSE: 'Pause pipeline',
  BYPASS: 'Bypass pipeline',
  CANCEL: 'Cancel action of pipeline',
};

const WORDS: Partial<Record<CallId | 'applyCommit', string>> = {
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
  updateAssistantEndpoint: 'Change model of the assistant',
  deleteConversation: 'Delete conversation',
  testAssistantEndpoint: 'Test model of the assistant',
  useFallbackCode: 'Sign in by fallback code',
  deleteSession: 'End session',
  testSink: 'Test destination',
  replayDeadLetters: 'Replay dead letters',
  discardDeadLetters: 'Discard dead letters',
  editDeadLetter: 'Edit dead letter',
  checkSink: 'Check destination',
  searchLogs: 'Search logs',
  startLogCount: 'Search logs',
  startLogExport: 'Export logs',
  runQuery: 'Run query',
  createQuery: 'Save query',
  updateQuery: 'Change saved query',
  deleteQuery: 'Delete saved query',
  createDashboard: 'Create dashboard',
  updateDashboard: 'Change dashboard',
  deleteDashboard: 'Delete dashboard',
  updateAlertRule: 'Change alert rule',
  acknowledgeAlertEvents: 'Acknowledge alerts',
  updateAlertSilence: 'Change alert silence',
  updateAlertChannel: 'Change alert channel',
  updateFleet: 'Change fleet',
  createFleetToken: 'Create enrollment token',
  rotateFleetToken: 'Rotate enrollment token',
  revokeFleetToken: 'Revoke enrollment token',
  updateConfiguration: 'Change configuration',
  labelAgents: 'Label agents',
  moveAgents: 'Move agents to another fleet',
  startRolloutNow: 'Start rollout outside of maintenance window',
  pauseRollout: 'Pause rollout',
  resumeRollout: 'Resume rollout',
  retryAgent: 'Offer configuration of agent again',
  rotateAgentCredential: 'Rotate credential of agent',
  createChangeset: 'Raise pull request',
  addToChangesetDraft: 'Add to draft of pull request',
  deleteChangesetDraft: 'Drop from draft of pull request',
  deleteChangeset: 'Withdraw pull request',
  approveChangeset: 'Approve pull request',
  withdrawApproval: 'Take approval of pull request back',
  revertChangeset: 'Revert pull request',
  rebaseChangeset: 'Rebase pull request',
  mergeChangeset: 'Merge pull request',
  applyCommit: 'Apply commit',
  syncSite: 'Synchronize site with Git',
};

function describePipelineAction(input: unknown): string | undefined {
  const body = isRecord(input) ? input.body : undefined;
  const action = isRecord(body) ? body.action : undefined;
  const known = PIPELINE_ACTIONS.find((one) => one === action);
  return known && PIPELINE_WORDS[known];
}

/** `createPipeline` becomes 'Create pipeline'. */
const splitWords = (call: string): string => {
  const words = call.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const describeAction = (call: string, input?: unknown): string =>
  (call === 'runPipelineAction' ? describePipelineAction(input) : undefined) ??
  (WORDS as Record<string, string | undefined>)[call] ??
  splitWords(call);
