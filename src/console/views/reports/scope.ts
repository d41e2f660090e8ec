import type { Report, ReportRun } from '../../../contract/entities/report.ts';
import type { ReportFormat } from '../../../contract/reports/kinds.ts';

export type ReportAction = 'run' | 'pause' | 'resume' | 'delete';

export type ReportsScope = {
  current: Report | undefined;
  /** Includes filtered rows: commands look reports up by id. */
  reports: readonly Report[];
  write: (action: ReportAction, report: Report) => void;
  /** The run on screen, once made. */
  shownRun: ReportRun | undefined;
  download: (run: ReportRun, format: ReportFormat) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'reports.list': ReportsScope;
  }
}
