import { findChangeRefusal } from '../../commands/change-access.ts';
import { defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

export const pipelinesCommands = defineCommands([
  {
    id: 'pipeline.create',
    title: 'Create Pipeline',
    group: 'Create',
    icon: 'plus',
    keywords: ['new', 'add'],
    keys: 'c',
    scope: ['pipelines.list', 'dashboard.firstRun'],
    everywhere: true,
    bar: 'New',
    enabled: (ctx) =>
      ctx.site ? (findChangeRefusal(ctx.site, ['createPipeline']) ?? true) : 'Choose a site first',
    run: (ctx) => ctx.navigate(paths.createPipeline()),
  },
]);
