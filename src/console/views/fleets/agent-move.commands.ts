import type { Fleet } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';
import { counted } from '../../../contract/values.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type OptionArgument, type Review } from '../../commands/types.ts';
import { agentArgument, checkAgent, findAgent, NOT_SELECTED, nameSome } from './agent-choice.ts';
import { getFleetLook } from './looks.ts';

const UNDER_WAY = 'A rollout is under way; wait for its end or cancel it';

const findFleet = ({ scopes }: CommandContext, { fleet }: CommandArgs): Fleet | undefined =>
  scopes['agents.list']?.fleets.find(({ id }) => id === fleet);

const fleetArgument: OptionArgument = {
  name: 'fleet',
  title: 'Fleet to move to',
  kind: 'option',
  load: async (ctx) => {
    const { fleets } = await fetchCall('listFleets', { query: { siteIds: ctx.site ? [ctx.site.id] : [] } });
    return fleets.map((fleet) => ({
      id: fleet.id,
      label: fleet.name,
      detail: getFleetLook(fleet).label,
      description: fleet.configuration ? formatAssigned(fleet.configuration) : 'Without a configuration',
      ...(fleet.rollout ? { disabledReason: UNDER_WAY } : {}),
    }));
  },
  empty: 'There is no fleet yet',
};

/** Why they cannot change fleets; true if they can. */
function checkMovable(ctx: CommandContext, agents: readonly Agent[], args: CommandArgs): true | string {
  const fleets = ctx.scopes['agents.list']?.fleets ?? [];
  if (fleets.length === 1) return 'There is no other fleet to move to';
  const busy = fleets.find(
    ({ id, rollout }) => rollout && (id === args.fleet || agents.some(({ fleetId }) => fleetId === id)),
  );
  return busy ? `${busy.name}: ${UNDER_WAY}` : true;
}

function reviewMove(agents: readonly Agent[], fleet: Fleet | undefined): Review {
  const coming = agents.filter(({ fleetId }) => fleetId !== fleet?.id);
  const kept = agents.length - coming.length;
  const gets = fleet?.configuration
    ? `They get ${formatAssigned(fleet.configuration)} at once.`
    : 'That fleet has no configuration: they keep what they run, and are not managed.';
  const stay = kept === 0 ? '' : ` ${counted(kept, 'agent')} of the selected are there already.`;
  return {
    title: `Move ${counted(coming.length, 'agent')} to ${fleet?.name ?? ''}`,
    body: `${nameSome(coming)}. ${gets}${stay}`,
    action: `Move ${counted(coming.length, 'agent')}`,
    destructive: false,
  };
}

/** Move one or several agents to another fleet. */
export const agentMoveCommands = defineCommands([
  {
    id: 'agent.move',
    title: 'Move agent to another fleet',
    group: 'Site',
    icon: 'server',
    keywords: ['fleet', 'reassign', 'transfer'],
    scope: 'agents.list',
    bar: false,
    args: [agentArgument, fleetArgument],
    enabled: (ctx, args) => checkAgent(ctx, args, (agent) => checkMovable(ctx, [agent], args)),
    review: (ctx, args) => {
      const agent = findAgent(ctx, args);
      return reviewMove(agent ? [agent] : [], findFleet(ctx, args));
    },
    run: (ctx, args) => {
      const [agent, fleet] = [findAgent(ctx, args), findFleet(ctx, args)];
      if (agent && fleet) ctx.scopes['agents.list']?.write({ action: 'move', agents: [agent], fleet });
    },
    calls: ['moveAgents'],
  },
  {
    id: 'agents.moveSelected',
    title: (ctx) => {
      const count = ctx.scopes['agents.list']?.selected.length ?? 0;
      return count === 0 ? 'Move selected agents' : `Move ${counted(count, 'agent')}`;
    },
    listTitle: 'Move selected agents',
    group: 'Site',
    icon: 'server',
    keywords: ['fleet', 'reassign', 'transfer', 'bulk', 'all'],
    keys: 'a m',
    scope: 'agents.list',
    bar: false,
    args: [fleetArgument],
    enabled: (ctx, args) => {
      const selected = ctx.scopes['agents.list']?.selected ?? [];
      return selected.length === 0 ? NOT_SELECTED : checkMovable(ctx, selected, args);
    },
    review: (ctx, args) => reviewMove(ctx.scopes['agents.list']?.selected ?? [], findFleet(ctx, args)),
    run: (ctx, args) => {
      const scope = ctx.scopes['agents.list'];
      const fleet = findFleet(ctx, args);
      if (scope && fleet) scope.write({ action: 'move', agents: scope.selected, fleet });
    },
    calls: ['moveAgents'],
  },
]);
