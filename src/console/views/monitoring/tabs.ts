export const MONITORING_TABS = ['analytics', 'pipelineErrors'] as const;
export type MonitoringTab = (typeof MONITORING_TABS)[number];

export const TAB_LABELS: Record<MonitoringTab, string> = {
  analytics: 'Analytics',
  pipelineErrors: 'Pipeline Errors',
};

/** Analytics is the default. */
export const parseMonitoringTab = (path: string): MonitoringTab =>
  path.replace(/\/$/, '').endsWith('/pipelineErrors') ? 'pipelineErrors' : 'analytics';
