import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs, OptionArgument } from '../../commands/types.ts';
import { AGENT_LOOKS } from './looks.ts';
import './scope.ts';

const NOT_SHOWN = 'Open Agents first';

/** The agent of `args.agent`, else the screen's current one. */
export function findAgent({ scopes }: CommandContext, { agent }: CommandArgs): Agent | undefined {
  const scope = scopes['agents.list'];
  return agent === undefined ? scope?.current : scope?.agents.find(({ id }) => id === agent);
}

/**
 * Whether the agent of `args.agent`, else the current one, can receive a command.
 * @param explain why it cannot
 */
export function checkAgent(
  ctx: CommandContext,
  args: CommandArgs,
  explain: (agent: Agent) => true | string | undefined,
): true | string {
  if (!ctx.scopes['agents.list']) return NOT_SHOWN;
  const agent = findAgent(ctx, args);
  return agent ? (explain(agent) ?? true) : 'Choose an agent first';
}

export const NOT_SELECTED = 'Select agents first, with x';
const NAMED = 3;

/** `a, b, c and 4 more`. */
export const nameSome = (agents: readonly Agent[]): string => {
  const named = agents.slice(0, NAMED).map(formatAgentName).join(', ');
  return agents.length > NAMED ? `${named} and ${agents.length - NAMED} more` : named;
};

export const agentArgument: OptionArgument = {
  name: 'agent',
  title: 'Agent',
  kind: 'option',
  given: ({ scopes }) => {
    const current = scopes['agents.list']?.current;
    return current && { id: current.id, label: formatAgentName(current) };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [], 'pagination.limit': PAGE_LIMIT_MAX };
    const { agents } = await fetchCall('listAgents', { query });
    return agents.map((agent) => ({
      id: agent.id,
      label: formatAgentName(agent),
      detail: AGENT_LOOKS[agent.status].label,
    }));
  },
  empty: 'No agent has enrolled yet',
};
