import { defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';

/** Commands that lead from a pipeline in trouble to the cause. */
export const attentionCommands = defineCommands([
  {
    id: 'attention.errors',
    title: 'Show errors',
    group: 'Pipeline',
    icon: 'activity',
    scope: 'global',
    palette: false,
    bar: false,
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx, args) => ctx.navigate(paths.pipelineErrors(args.pipeline ?? '', ctx.site?.id ?? '')),
  },
  {
    id: 'attention.node',
    title: 'Show node',
    group: 'Pipeline',
    icon: 'pipeline',
    scope: 'global',
    palette: false,
    bar: false,
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx, args) => ctx.navigate(paths.pipeline(args.pipeline ?? '', { node: args.node })),
  },
]);
