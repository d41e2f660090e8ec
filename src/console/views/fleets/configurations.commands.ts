import type { Configuration } from '../../../contract/entities/fleet-configuration.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

const NOT_SHOWN = 'Open Configurations first';

function findConfiguration(
  { scopes }: CommandContext,
  { configuration }: CommandArgs,
): Configuration | undefined {
  const scope = scopes['configurations.list'];
  return configuration === undefined
    ? scope?.current
    : scope?.configurations.find(({ id }) => id === configuration);
}

const configurationArgument: OptionArgument = {
  name: 'configuration',
  title: 'Configuration',
  kind: 'option',
  given: ({ scopes }) => {
    const current = scopes['configurations.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { configurations } = await fetchCall('listConfigurations', { query });
    return configurations.map(({ id, name, version }) => ({ id, label: name, detail: `Version ${version}` }));
  },
  empty: 'There is no configuration yet',
};

export const configurationCommands = defineCommands([
  {
    id: 'configuration.create',
    title: 'New configuration',
    group: 'Create',
    icon: 'plus',
    keywords: ['collector', 'yaml', 'otel', 'opentelemetry'],
    keys: 'c',
    scope: 'configurations.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.createConfiguration()),
    calls: ['createConfiguration'],
  },
  {
    id: 'configuration.open',
    title: 'Edit configuration',
    group: 'Site',
    icon: 'fileCode',
    keywords: ['collector', 'yaml', 'open', 'change'],
    keys: 'e',
    scope: 'configurations.list',
    everywhere: true,
    bar: 'Edit',
    args: [configurationArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.configuration(args.configuration ?? '')),
    leadsTo: ['updateConfiguration', 'checkConfiguration'],
  },
  {
    id: 'configuration.delete',
    title: 'Delete configuration',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove', 'collector'],
    keys: 'Delete',
    scope: 'configurations.list',
    bar: 'Delete',
    args: [configurationArgument],
    enabled: (ctx, args) => {
      if (!ctx.scopes['configurations.list']) return NOT_SHOWN;
      const configuration = findConfiguration(ctx, args);
      if (!configuration) return 'Choose a configuration first';
      const [first] = configuration.fleets;
      return first ? `The fleet '${first.name}' uses it; roll out another one first` : true;
    },
    review: (ctx, args) => ({
      title: 'Delete Configuration',
      body: `'${findConfiguration(ctx, args)?.name ?? ''}' is permanently deleted, with all its versions.`,
      action: 'Delete configuration',
      destructive: true,
    }),
    run: (ctx, args) => {
      const configuration = findConfiguration(ctx, args);
      if (configuration) ctx.scopes['configurations.list']?.remove(configuration);
    },
    calls: ['deleteConfiguration'],
  },
]);

export const configurationScopes: readonly ScopeDefinition[] = [
  { id: 'configurations.list', mode: 'LIST', alongside: ['list'] },
];
