export type PipelineAnalyticsScope = { unit: 'bytes' | 'events'; toggleMetric: () => void };

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.analytics': PipelineAnalyticsScope;
  }
}
