import { formatLabels, readLabelText } from '../../../contract/entities/fleet-labels.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands, type OptionArgument, type TextArgument } from '../../commands/types.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { checkChosen, findFleet, fleetArgument, NOT_SHOWN } from './fleet-choice.ts';
import { PLATFORMS, type Platform } from './scope.ts';

const PLATFORM_NAMES: Record<Platform, { label: string; detail: string }> = {
  linux: { label: 'Linux', detail: 'A Collector under the OpAMP supervisor' },
  container: { label: 'Container', detail: 'An image with both, and docker run' },
  kubernetes: { label: 'Kubernetes', detail: 'A manifest with a Secret and a StatefulSet' },
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
      .map(({ id, createdBy, createdAt, agentCount, labels }) => ({
        id,
        label: `By ${createdBy}, ${formatDateTime(createdAt)}`,
        detail: [`${agentCount} enrolled`, ...formatLabels(labels)].join(', '),
      })),
  empty: 'There is no valid enrollment token',
};

const usesArgument: TextArgument = {
  name: 'uses',
  title: 'How many agents it enrolls',
  kind: 'text',
  validate: (value) =>
    /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 20_000 ? true : 'Type a number from 1 to 20000',
};

const checkToken = ({ scopes }: CommandContext): true | string => {
  const scope = scopes['fleets.list'];
  if (!scope) return NOT_SHOWN;
  return scope.tokens.some(({ state }) => state !== 'REVOKED') ? true : 'Open a fleet that has a token';
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
    id: 'fleet.enrollSome',
    title: 'Enroll a number of agents',
    group: 'Site',
    icon: 'connect',
    keywords: ['token', 'install', 'join', 'limit', 'uses', 'once'],
    scope: 'fleets.list',
    bar: false,
    args: [fleetArgument, usesArgument, platformArgument],
    enabled: checkChosen,
    run: (ctx, args) => {
      const fleet = findFleet(ctx, args);
      const platform = PLATFORMS.find((one) => one === args.platform);
      const uses = Number(args.uses);
      if (fleet && platform) ctx.scopes['fleets.list']?.write({ action: 'enroll', fleet, platform, uses });
    },
    calls: ['createFleetToken'],
  },
  {
    id: 'fleet.rotateToken',
    title: 'Rotate enrollment token',
    group: 'Site',
    icon: 'key',
    keywords: ['renew', 'replace', 'install', 'secret'],
    scope: 'fleets.list',
    bar: false,
    args: [tokenArgument, platformArgument],
    enabled: checkToken,
    run: (ctx, args) => {
      const scope = ctx.scopes['fleets.list'];
      const platform = PLATFORMS.find((one) => one === args.platform);
      if (scope?.current && platform && args.token !== undefined)
        scope.write({ action: 'rotate', fleet: scope.current, platform, tokenId: args.token });
    },
    calls: ['rotateFleetToken'],
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
    enabled: checkToken,
    review: (ctx, args) => {
      const token = ctx.scopes['fleets.list']?.tokens.find(({ id }) => id === args.token);
      const count = token?.agentCount ?? 0;
      return {
        title: 'Revoke Enrollment Token',
        body:
          count === 0
            ? 'No agent can connect with it any more.'
            : `${counted(count, 'agent')} that enrolled with it will be disconnected and refused, and keep running what they have.`,
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
