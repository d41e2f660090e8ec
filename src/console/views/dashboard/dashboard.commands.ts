import { defineCommands } from '../../commands/types.ts';

/** What the dashboard publishes: an empty site offers the example. */
export type DashboardScope = {
  isEmpty: boolean;
  isCreating: boolean;
  createExample: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    dashboard: DashboardScope;
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
    scope: 'dashboard',
    enabled: (ctx) => {
      const dashboard = ctx.scopes.dashboard;
      if (!dashboard?.isEmpty) return 'This site has pipelines already';
      return dashboard.isCreating ? 'The example is being made' : true;
    },
    run: (ctx) => ctx.scopes.dashboard?.createExample(),
    calls: ['createExamplePipeline'],
  },
]);
