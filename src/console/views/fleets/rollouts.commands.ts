import {
  cancelRolloutRefusal,
  pauseRolloutRefusal,
  resumeRolloutRefusal,
  startNowRefusal,
} from '../../../../machines/fleet-rollout/index.ts';
import type { Rollout } from '../../../contract/entities/fleet.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { checkChosen, findFleet, fleetArgument } from './fleet-choice.ts';
import { formatWindow } from './looks.ts';
import type { RolloutAction } from './scope.ts';

const RUNS_SITE = 'It runs the pipelines of its site: deploy one, and it is rolled out';
const NO_ROLLOUT = 'No rollout is under way';

type Explain = (rollout: Rollout) => string | undefined;

/** In the key bar only while the current fleet's rollout accepts it. */
const inBar =
  (label: string, explain: Explain) =>
  ({ scopes }: CommandContext): string | false => {
    const rollout = scopes['fleets.list']?.current?.rollout;
    return rollout && explain(rollout) === undefined ? label : false;
  };

/** Whether the chosen fleet's rollout accepts it. */
function checkRollout(ctx: CommandContext, args: CommandArgs, explain: Explain): true | string {
  const chosen = checkChosen(ctx, args);
  if (chosen !== true) return chosen;
  const rollout = findFleet(ctx, args)?.rollout;
  return rollout ? (explain(rollout) ?? true) : NO_ROLLOUT;
}

function writeRollout(ctx: CommandContext, args: CommandArgs, action: RolloutAction): void {
  const rollout = findFleet(ctx, args)?.rollout;
  if (rollout) ctx.scopes['fleets.list']?.write({ action, rolloutId: rollout.id });
}

/** Begin, pause, start outside the maintenance window, and end. */
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
    enabled: (ctx, args) => checkRollout(ctx, args, ({ state }) => cancelRolloutRefusal(state)),
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
    run: (ctx, args) => writeRollout(ctx, args, 'cancel'),
    calls: ['cancelRollout'],
  },
  {
    id: 'fleet.pauseRollout',
    title: 'Pause rollout',
    group: 'Site',
    icon: 'pause',
    keywords: ['hold', 'stop', 'wait', 'step', 'rollout'],
    keys: 'p',
    scope: 'fleets.list',
    bar: inBar('Pause', pauseRolloutRefusal),
    args: [fleetArgument],
    enabled: (ctx, args) => checkRollout(ctx, args, pauseRolloutRefusal),
    run: (ctx, args) => writeRollout(ctx, args, 'pause'),
    calls: ['pauseRollout'],
  },
  {
    id: 'fleet.resumeRollout',
    title: 'Resume rollout',
    group: 'Site',
    icon: 'play',
    keywords: ['continue', 'go on', 'unpause', 'rollout'],
    keys: 'u',
    scope: 'fleets.list',
    bar: inBar('Resume', resumeRolloutRefusal),
    args: [fleetArgument],
    enabled: (ctx, args) => checkRollout(ctx, args, resumeRolloutRefusal),
    run: (ctx, args) => writeRollout(ctx, args, 'resume'),
    calls: ['resumeRollout'],
  },
  {
    id: 'fleet.startRolloutNow',
    title: 'Start rollout now',
    group: 'Site',
    icon: 'deploy',
    keywords: ['maintenance', 'window', 'override', 'wait', 'rollout'],
    keys: 'Shift+b',
    scope: 'fleets.list',
    bar: inBar('Start now', startNowRefusal),
    args: [fleetArgument],
    enabled: (ctx, args) => checkRollout(ctx, args, startNowRefusal),
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
    run: (ctx, args) => writeRollout(ctx, args, 'startNow'),
    calls: ['startRolloutNow'],
  },
]);
