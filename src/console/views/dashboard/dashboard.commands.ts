import { defineCommands } from '../../commands/types.ts';

export type FirstRunScope = {
  isCreating: boolean;
  createExample: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'dashboard.firstRun': FirstRunScope;
  }
}

export const dashboardCommands = defineCommands([
  {
    id: 'example.create',
    title: 'Start the example pipeline',
    group: 'Create',
    icon: 'play',
    keywords: ['demo', 'sample', 'generator', 'try'],
    keys: 'Enter',
    scope: 'dashboard.firstRun',
    enabled: (ctx) => {
      const firstRun = ctx.scopes['dashboard.firstRun'];
      if (!firstRun) return 'The example starts from the dashboard of an empty site';
      return firstRun.isCreating ? 'The example is being made' : true;
    },
    run: (ctx) => ctx.scopes['dashboard.firstRun']?.createExample(),
    calls: ['createExamplePipeline'],
  },
]);
