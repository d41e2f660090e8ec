/** Contents: src/docs/reports.md. */
export const REPORT_CONTENTS = ['OPTIMIZATION', 'COST', 'ERRORS', 'ALERTS', 'DASHBOARD'] as const;
export type ReportContent = (typeof REPORT_CONTENTS)[number];

/** The past day, week or month, or the time since the cron's previous run. */
export const REPORT_PERIODS = ['DAY', 'WEEK', 'MONTH', 'CRON'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** PDF and CSV are attached; HTML is the mail itself. */
export const REPORT_FORMATS = ['PDF', 'HTML', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `MADE_UP`: it was due while the service was down. */
export const REPORT_ORIGINS = ['SCHEDULE', 'HAND', 'MADE_UP'] as const;
export type ReportOrigin = (typeof REPORT_ORIGINS)[number];

/** `MADE` and `FAILED` are final. */
export const REPORT_RUN_STATES = ['WAITING', 'MAKING', 'MADE', 'FAILED'] as const;
export type ReportRunState = (typeof REPORT_RUN_STATES)[number];

export const REPORT_CONTENT_NAMES: Record<ReportContent, string> = {
  OPTIMIZATION: 'Optimization',
  COST: 'What costs most',
  ERRORS: 'Error digest',
  ALERTS: 'Alert digest',
  DASHBOARD: 'Dashboard',
};

export const REPORT_FORMAT_NAMES: Record<ReportFormat, string> = {
  PDF: 'PDF',
  HTML: 'HTML mail',
  CSV: 'CSV',
};
