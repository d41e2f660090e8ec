import { cancelRolloutRefusal, startNowRefusal } from '../../../../machines/fleet-rollout/index.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';

import { counted } from '../../../contract/values.ts';
import { defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { checkChosen, findFleet, fleetArgument } from './fleet-choice.ts';
import { formatWindow } from './looks.ts';

const RUNS_SITE = 'It runs the pipelines of its site: deploy one, and it is rolled out';
const NO_ROLLOUT = 'No rollout is under way';

/** Begin, start outside of the maintenance window, and end. */
export const rolloutCommands = defineCommands([
  {
    id: 'fleet.rollout',
    title: 'Roll out a configuration',
    group: 'Site',
    icon: 'deploy',
    keywords: ['rollout', 'deploy', 'assign', 'update', 'version', 'stages'],
    keys: 'Shift+d',
    scope: 'fleets.list',
    bar: 'Roll out',
    args: [fleetArgument],
    enabled: (ctx, args) => {
      const chosen = checkChosen(ctx, args);
      if (chosen !== true) return chosen;
      if (findFleet(ctx, args)?.runsSite) return RUNS_SITE;
      return findFleet(ctx, args)?.rollout ? 'A rollout is under way; wait for its end or cancel it' : true;
    },
    run: (ctx, args) => ctx.navigate(paths.fleet(args.fleet ?? '', { form: 'rollout' })),
    leadsTo: ['startRollout'],
  },
  {
    id: 'fleet.cancelRollout',
    title: 'Cancel rollout',
    group: 'Site',
    icon: 'stop',
    keywords: ['abort', 'stop', 'rollout'],
    keys: 'Shift+x',
    scope: 'fleets.list',
    bar: (ctx) => (ctx.scopes['fleets.list']?.current?.rollout ? 'Cancel' : false),
    args: [fleetArgument],
    enabled: (ctx, args) => {
      const chosen = checkChosen(ctx, args);
      if (chosen !== true) return chosen;
      const rollout = findFleet(ctx, args)?.rollout;
      return rollout ? (cancelRolloutRefusal(rollout.state) ?? true) : NO_ROLLOUT;
    },
    review: (ctx, args) => {
      const rollout = findFleet(ctx, args)?.rollout;
      return {
        title: 'Cancel Rollout',
        body: rollout?.former
          ? `Agents that were offered it go back to ${formatAssigned(rollout.former)}.`
          : 'The fleet had no configuration before: agents that applied it keep it, and no other is offered it.',
        action: 'Cancel rollout',
        destructive: false,
      };
    },
    run: (ctx, args) => {
      const rollout = findFleet(ctx, args)?.rollout;
      if (rollout) ctx.scopes['fleets.list']?.write({ action: 'cancel', rolloutId: rollout.id });
    },
    calls: ['cancelRollout'],
  },
  {
    id: 'fleet.startRolloutNow',
    title: 'Start rollout now',
    group: 'Site',
    icon: 'deploy',
    keywords: ['maintenance', 'window', 'override', 'wait', 'rollout'],
    keys: 'Shift+b',
    scope: 'fleets.list',
    bar: (ctx) => (ctx.scopes['fleets.list']?.current?.rollout?.state === 'WAITING' ? 'Start now' : false),
    args: [fleetArgument],
    enabled: (ctx, args) => {
      const chosen = checkChosen(ctx, args);
      if (chosen !== true) return chosen;
      const rollout = findFleet(ctx, args)?.rollout;
      return rollout ? (startNowRefusal(rollout.state) ?? true) : NO_ROLLOUT;
    },
    review: (ctx, args) => {
      const fleet = findFleet(ctx, args);
      const window = fleet?.maintenanceWindow;
      return {
        title: 'Start Rollout Now',
        body: `This and all later steps of it begin outside of the maintenance window${window ? ` (${formatWindow(window)})` : ''}: the Collectors of ${counted(fleet?.agentCount ?? 0, 'agent')} load ${formatAssigned(fleet?.rollout?.configuration ?? null)} at any time.`,
        action: 'Start rollout now',
        destructive: false,
      };
    },
    run: (ctx, args) => {
      const rollout = findFleet(ctx, args)?.rollout;
      if (rollout) ctx.scopes['fleets.list']?.write({ action: 'startNow', rolloutId: rollout.id });
    },
    calls: ['startRolloutNow'],
  },
]);
