import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { AGENTS_AT_ONCE } from '../../../contract/entities/fleet-labels.ts';
import { counted } from '../../../contract/values.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import type { AgentWrite } from './scope.ts';

const ONE_BY_ONE = {
  delete: 'deleteAgent',
  rotate: 'rotateAgentCredential',
  restart: 'restartAgent',
  retry: 'retryAgent',
} as const;

type Outcome = { done: readonly Agent[]; refusal?: ApiError };

/** It left meanwhile, or was deleted. */
const isOfOne = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409].includes(error.status);

/** @throws the refusal if all are refused */
async function carryOutEach(
  call: (typeof ONE_BY_ONE)[keyof typeof ONE_BY_ONE],
  agents: readonly Agent[],
): Promise<Outcome> {
  const done: Agent[] = [];
  let refusal: ApiError | undefined;
  for (const agent of agents) {
    try {
      await callApi(call, { path: { agentId: agent.id } });
      done.push(agent);
    } catch (error) {
      if (!isOfOne(error)) throw error;
      refusal ??= error;
    }
  }
  if (refusal && done.length === 0) throw refusal;
  return { done, ...(refusal ? { refusal } : {}) };
}

async function carryOut(write: AgentWrite): Promise<Outcome> {
  const { agents } = write;
  if (write.action !== 'move' && write.action !== 'label')
    return carryOutEach(ONE_BY_ONE[write.action], agents);
  for (let at = 0; at < agents.length; at += AGENTS_AT_ONCE) {
    const agentIds = agents.slice(at, at + AGENTS_AT_ONCE).map(({ id }) => id);
    if (write.action === 'move') await callApi('moveAgents', { body: { agentIds, fleetId: write.fleet.id } });
    else await callApi('labelAgents', { body: { agentIds, ...write.change } });
  }
  return { done: agents };
}

const DONE = {
  delete: 'deleted',
  restart: 'told to restart',
  retry: 'offered the configuration again',
  rotate: 'offered a new credential',
  label: 'labeled',
  move: 'moved',
} as const;

function getText({ action, agents }: AgentWrite, { length }: readonly Agent[]): string {
  const some = length === agents.length ? '' : `${length} of `;
  return `${some}${counted(agents.length, 'agent')} ${length === 1 ? 'was' : 'were'} ${DONE[action]}.`;
}

/** One write at a time, so that a double press writes once. */
export function useAgentWrite(onGone: (ids: readonly string[]) => void) {
  return useSingleWrite({
    call: 'deleteAgent',
    write: carryOut,
    succeed: ({ done, refusal }, write: AgentWrite) => {
      notify({ message: getText(write, done), status: 'success', shouldTimeout: true });
      if (refusal) reportApiError(refusal, { id: 'deleteAgent' });
    },
    follow: ({ done }, write) => {
      if (write.action === 'delete') onGone(done.map(({ id }) => id));
    },
  });
}
