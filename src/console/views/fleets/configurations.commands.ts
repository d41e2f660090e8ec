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

/** The pipeline on screen, or one of the site. */
const pipelineArgument: OptionArgument = {
  name: 'pipeline',
  title: 'Pipeline',
  kind: 'option',
  given: ({ scopes }) => {
    const pipeline = scopes.pipeline?.pipeline ?? scopes['pipelines.list']?.cursor;
    return pipeline && { id: pipeline.id, label: pipeline.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { sitePipelineNames } = await fetchCall('listPipelineNames', { query });
    return sitePipelineNames.flatMap(({ pipelineNames }) =>
      pipelineNames.map(({ id, name }) => ({ id, label: name })),
    );
  },
  empty: 'There is no pipeline yet',
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
    id: 'configuration.createFromPipeline',
    title: 'Create fleet configuration from a pipeline',
    group: 'Create',
    icon: 'pipeline',
    keywords: ['collector', 'opentelemetry'],
    keys: 'Shift+f',
    scope: 'configurations.list',
    everywhere: true,
    bar: 'From a pipeline',
    args: [pipelineArgument],
    enabled: (ctx) =>
      ctx.scopes.pipeline && !ctx.scopes.pipeline.pipeline ? 'The pipeline is not saved yet' : true,
    run: (ctx, args) => ctx.navigate(paths.createConfiguration(args.pipeline)),
    leadsTo: ['createConfiguration'],
  },
  {
    id: 'configuration.update',
    title: 'Update from the pipeline',
    group: 'Site',
    icon: 'refresh',
    keywords: ['collector', 'yaml'],
    keys: 'Shift+u',
    scope: 'configurations.list',
    bar: false,
    args: [configurationArgument],
    enabled: (ctx, args) => {
      if (!ctx.scopes['configurations.list']) return NOT_SHOWN;
      const configuration = findConfiguration(ctx, args);
      if (!configuration) return 'Choose a configuration first';
      return configuration.pipeline ? true : 'It was not made from a pipeline';
    },
    run: (ctx, args) => {
      const configuration = findConfiguration(ctx, args);
      if (configuration?.pipeline)
        ctx.navigate(paths.configuration(configuration.id, configuration.pipeline.id));
    },
    leadsTo: ['updateConfiguration'],
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
    leadsTo: ['updateConfiguration', 'checkConfiguration', 'listConfigurationComponents', 'changeComponent'],
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
