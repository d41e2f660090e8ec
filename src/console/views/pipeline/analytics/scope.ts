export type PipelineAnalyticsScope = {
  unit: 'bytes' | 'events';
  toggleMetric: () => void;
  /** False where the engine of the site counts events alone. */
  hasBytes: boolean;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.analytics': PipelineAnalyticsScope;
  }
}
