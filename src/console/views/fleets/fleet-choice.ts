import type { Fleet } from '../../../contract/entities/fleet.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs, OptionArgument } from '../../commands/types.ts';
import { getFleetLook } from './looks.ts';
import './scope.ts';

export const NOT_SHOWN = 'Open Fleets first';
const NOT_CHOSEN = 'Choose a fleet first';

/** The fleet of `args.fleet`, else the screen's current one. */
export function findFleet({ scopes }: CommandContext, { fleet }: CommandArgs): Fleet | undefined {
  const scope = scopes['fleets.list'];
  return fleet === undefined ? scope?.current : scope?.fleets.find(({ id }) => id === fleet);
}

export const fleetArgument: OptionArgument = {
  name: 'fleet',
  title: 'Fleet',
  kind: 'option',
  given: ({ scopes }) => {
    const current = scopes['fleets.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { fleets } = await fetchCall('listFleets', { query });
    return fleets.map((fleet) => ({ id: fleet.id, label: fleet.name, detail: getFleetLook(fleet).label }));
  },
  empty: 'There is no fleet yet',
};

/** True, or why no fleet is chosen. */
export const checkChosen = (ctx: CommandContext, args: CommandArgs): true | string => {
  if (!ctx.scopes['fleets.list']) return NOT_SHOWN;
  return findFleet(ctx, args) ? true : NOT_CHOSEN;
};
