/** What a report is about; src/docs/reports.md says what each has. */
export const REPORT_CONTENTS = ['OPTIMIZATION', 'COST', 'ERRORS', 'ALERTS', 'DASHBOARD'] as const;
export type ReportContent = (typeof REPORT_CONTENTS)[number];

/** How often it is made, and of which time: the day, week or month before, or since the cron was due before. */
export const REPORT_PERIODS = ['DAY', 'WEEK', 'MONTH', 'CRON'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** PDF and CSV are attached to a mail; HTML is the mail itself. */
export const REPORT_FORMATS = ['PDF', 'HTML', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Why it was made: it was due, a person asked for it, or it was due while the service was down. */
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
