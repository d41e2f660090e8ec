/** The tabs of the screen, each with an address of its own (R2.1-21, R2.1-22). */
export const MONITORING_TABS = ['analytics', 'pipelineErrors'] as const;
export type MonitoringTab = (typeof MONITORING_TABS)[number];

export const TAB_LABELS: Record<MonitoringTab, string> = {
  analytics: 'Analytics',
  pipelineErrors: 'Pipeline Errors',
};

/** The tab of a path: Analytics unless it names the errors. */
export const tabOf = (path: string): MonitoringTab =>
  path.replace(/\/$/, '').endsWith('/pipelineErrors') ? 'pipelineErrors' : 'analytics';
