export * from './data-insights.machine.ts';
export * from './data-insights.selectors.ts';
