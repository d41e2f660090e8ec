import { cancelRolloutRefusal } from '../../../../machines/fleet-rollout/index.ts';
import type { Fleet } from '../../../contract/entities/fleet.ts';
import { readLabelText } from '../../../contract/entities/fleet-labels.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import {
  type CommandArgs,
  defineCommands,
  type OptionArgument,
  type TextArgument,
} from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { formatAssigned, getFleetLook } from './looks.ts';
import { PLATFORMS, type Platform } from './scope.ts';

const NOT_SHOWN = 'Open Fleets first';
const NOT_CHOSEN = 'Choose a fleet first';
const RUNS_SITE = 'It runs the pipelines of its site: deploy one, and it is rolled out';
const NO_ROLLOUT = 'No rollout is under way';

const PLATFORM_NAMES: Record<Platform, { label: string; detail: string }> = {
  linux: { label: 'Linux', detail: 'A Collector under the OpAMP supervisor' },
  container: { label: 'Container', detail: 'An image with both, and docker run' },
  kubernetes: { label: 'Kubernetes', detail: 'A manifest with a Secret and a Deployment' },
};

/** The fleet of `args.fleet`, else the current one of the screen. */
function findFleet({ scopes }: CommandContext, { fleet }: CommandArgs): Fleet | undefined {
  const scope = scopes['fleets.list'];
  return fleet === undefined ? scope?.current : scope?.fleets.find(({ id }) => id === fleet);
}

const fleetArgument: OptionArgument = {
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

const platformArgument: OptionArgument = {
  name: 'platform',
  title: 'Platform',
  kind: 'option',
  load: () => PLATFORMS.map((id) => ({ id, ...PLATFORM_NAMES[id] })),
};

const labelsArgument: TextArgument = {
  kind: 'text',
  name: 'labels',
  title: 'Labels of the agents that enroll, such as environment=staging',
  action: 'Use these labels',
  validate: (value) => {
    const read = readLabelText(value);
    if (typeof read === 'string') return read;
    return Object.keys(read.labels).length > 0 && read.removed.length === 0
      ? true
      : 'Write labels as key=value';
  },
};

const tokenArgument: OptionArgument = {
  name: 'token',
  title: 'Enrollment token',
  kind: 'option',
  load: ({ scopes }) =>
    (scopes['fleets.list']?.tokens ?? [])
      .filter(({ state }) => state !== 'REVOKED')
      .map(({ id, createdBy, createdAt, agentCount }) => ({
        id,
        label: `By ${createdBy}, ${createdAt.slice(0, 16).replace('T', ' ')}`,
        detail: `${agentCount} enrolled`,
      })),
  empty: 'There is no valid enrollment token',
};

const checkChosen = (ctx: CommandContext, args: CommandArgs): true | string => {
  if (!ctx.scopes['fleets.list']) return NOT_SHOWN;
  return findFleet(ctx, args) ? true : NOT_CHOSEN;
};

export const fleetCommands = defineCommands([
  {
    id: 'fleet.create',
    title: 'New fleet',
    group: 'Create',
    icon: 'plus',
    keywords: ['collectors', 'opamp', 'agents', 'opentelemetry', 'otel'],
    keys: 'c',
    scope: 'fleets.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.fleets({ create: '1' })),
    calls: ['createFleet'],
  },
  {
    id: 'fleet.open',
    title: 'Open fleet',
    group: 'Site',
    icon: 'server',
    keywords: ['collectors', 'agents', 'show'],
    scope: 'fleets.list',
    everywhere: true,
    bar: false,
    args: [fleetArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.fleet(args.fleet ?? '')),
  },
  {
    id: 'fleet.edit',
    title: 'Edit fleet',
    group: 'Site',
    icon: 'rename',
    keywords: ['rename', 'name', 'description'],
    keys: 'e',
    scope: 'fleets.list',
    bar: 'Edit',
    args: [fleetArgument],
    enabled: checkChosen,
    run: (ctx, args) => ctx.navigate(paths.fleet(args.fleet ?? '', { form: 'edit' })),
    leadsTo: ['updateFleet'],
  },
  {
    id: 'fleet.enroll',
    title: 'Enroll agents',
    group: 'Site',
    icon: 'connect',
    keywords: ['token', 'install', 'join', 'add agent', 'collector', 'command', 'docker', 'kubernetes'],
    keys: 'i',
    scope: 'fleets.list',
    bar: 'Enroll',
    args: [fleetArgument, platformArgument],
    enabled: checkChosen,
    run: (ctx, args) => {
      const fleet = findFleet(ctx, args);
      const platform = PLATFORMS.find((one) => one === args.platform);
      if (fleet && platform) ctx.scopes['fleets.list']?.write({ action: 'enroll', fleet, platform });
    },
    calls: ['createFleetToken'],
  },
  {
    id: 'fleet.enrollLabeled',
    title: 'Enroll agents with labels',
    group: 'Site',
    icon: 'connect',
    keywords: ['token', 'install', 'join', 'label', 'environment'],
    keys: 'Shift+i',
    scope: 'fleets.list',
    bar: false,
    args: [fleetArgument, labelsArgument, platformArgument],
    enabled: checkChosen,
    run: (ctx, args) => {
      const fleet = findFleet(ctx, args);
      const platform = PLATFORMS.find((one) => one === args.platform);
      const read = readLabelText(args.labels ?? '');
      if (fleet && platform && typeof read !== 'string')
        ctx.scopes['fleets.list']?.write({ action: 'enroll', fleet, platform, labels: read.labels });
    },
    calls: ['createFleetToken'],
  },
  {
    id: 'fleet.revokeToken',
    title: 'Revoke enrollment token',
    group: 'Site',
    icon: 'ban',
    keywords: ['stolen', 'block', 'disconnect', 'rotate'],
    scope: 'fleets.list',
    bar: false,
    args: [tokenArgument],
    enabled: (ctx) => {
      const scope = ctx.scopes['fleets.list'];
      if (!scope) return NOT_SHOWN;
      return scope.tokens.some(({ state }) => state !== 'REVOKED') ? true : 'Open a fleet that has a token';
    },
    review: (ctx, args) => {
      const token = ctx.scopes['fleets.list']?.tokens.find(({ id }) => id === args.token);
      const count = token?.agentCount ?? 0;
      return {
        title: 'Revoke Enrollment Token',
        body:
          count === 0
            ? 'No agent can connect with it any more.'
            : `The ${count === 1 ? 'agent' : `${count} agents`} that enrolled with it are disconnected and refused. They keep running what they have.`,
        action: 'Revoke token',
        destructive: true,
      };
    },
    run: (ctx, args) => {
      if (args.token !== undefined)
        ctx.scopes['fleets.list']?.write({ action: 'revoke', tokenId: args.token });
    },
    calls: ['revokeFleetToken'],
  },
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
    bar: (ctx) => (ctx.scopes['fleets.list']?.current?.rollout?.state === 'ROLLING_OUT' ? 'Cancel' : false),
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
    id: 'fleet.delete',
    title: 'Delete fleet',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'fleets.list',
    bar: 'Delete',
    args: [fleetArgument],
    enabled: (ctx, args) =>
      findFleet(ctx, args)?.runsSite
        ? 'It runs the pipelines of its site; delete the site to delete it'
        : checkChosen(ctx, args),
    review: (ctx, args) => ({
      title: 'Delete Fleet',
      body: `'${findFleet(ctx, args)?.name ?? ''}' is permanently deleted, with its enrollment tokens and what is known of its agents. They keep running what they have.`,
      action: 'Delete fleet',
      destructive: true,
    }),
    run: (ctx, args) => {
      const fleet = findFleet(ctx, args);
      if (fleet) ctx.scopes['fleets.list']?.write({ action: 'delete', fleet });
    },
    calls: ['deleteFleet'],
  },
]);

export const fleetScopes: readonly ScopeDefinition[] = [
  { id: 'fleets.list', mode: 'LIST', alongside: ['list'] },
];
