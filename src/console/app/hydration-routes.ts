import type { RouteRow } from './route.ts';

export const HYDRATION_ROUTES: readonly RouteRow[] = [
  {
    id: 'hydrations',
    patterns: ['/hydration'],
    screen: 'hydrations',
    commands: ['lists', 'search'],
    reads: 'listHydrations',
    title: 'Hydration',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'history',
    goKey: 'b',
  },
  {
    id: 'hydration',
    patterns: ['/hydration/:hydrationPipelineId'],
    screen: 'hydration',
    commands: ['lists', 'search'],
    reads: 'getHydration',
    title: 'Hydration',
    app: 'pipelineManager',
    flag: 'hydrationV2',
    listOnSiteChange: 'hydrations',
    icon: 'history',
    parent: 'hydrations',
  },
];
