import { AGENTS_AT_ONCE } from '../../../contract/entities/fleet-labels.ts';
import { counted } from '../../../contract/values.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import type { AgentWrite } from './scope.ts';

async function carryOut(write: AgentWrite): Promise<void> {
  const { agents } = write;
  if (write.action === 'delete')
    for (const { id } of agents) await callApi('deleteAgent', { path: { agentId: id } });
  else if (write.action === 'rotate')
    for (const { id } of agents) await callApi('rotateAgentCredential', { path: { agentId: id } });
  else if (write.action === 'restart')
    for (const { id } of agents) await callApi('restartAgent', { path: { agentId: id } });
  else if (write.action === 'retry')
    for (const { id } of agents) await callApi('retryAgent', { path: { agentId: id } });
  else
    for (let at = 0; at < agents.length; at += AGENTS_AT_ONCE) {
      const agentIds = agents.slice(at, at + AGENTS_AT_ONCE).map(({ id }) => id);
      if (write.action === 'move')
        await callApi('moveAgents', { body: { agentIds, fleetId: write.fleet.id } });
      else await callApi('labelAgents', { body: { agentIds, ...write.change } });
    }
}

const DONE = {
  delete: 'deleted',
  restart: 'told to restart',
  retry: 'offered the configuration again',
  rotate: 'offered a new credential',
  label: 'labeled',
  move: 'moved',
} as const;

const getText = ({ action, agents }: AgentWrite): string =>
  `${counted(agents.length, 'agent')} ${agents.length === 1 ? 'was' : 'were'} ${DONE[action]}.`;

/** One write at a time, so that a double press writes once. */
export function useAgentWrite(onGone: (ids: readonly string[]) => void) {
  return useSingleWrite({
    call: 'deleteAgent',
    write: carryOut,
    succeed: (_, write: AgentWrite) =>
      notify({ message: getText(write), status: 'success', shouldTimeout: true }),
    follow: (_, write) => {
      if (write.action === 'delete') onGone(write.agents.map(({ id }) => id));
    },
  });
}
