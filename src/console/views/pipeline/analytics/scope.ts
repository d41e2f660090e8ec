export type PipelineAnalyticsScope = {
  unit: 'bytes' | 'events';
  toggleMetric: () => void;
  /** False when the engine counts only events. */
  hasBytes: boolean;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.analytics': PipelineAnalyticsScope;
  }
}
