import type { ReportDocument } from '../../contract/entities/report-document.ts';
import type { ReportContent } from '../../contract/reports/kinds.ts';
import { formatReportMoment } from '../../contract/reports/texts.ts';
import { composeAlerts } from './contents/alerts.ts';
import type { ContentInput, ContentParts } from './contents/content.ts';
import { composeCost } from './contents/cost.ts';
import { composeDashboard } from './contents/dashboard.ts';
import { composeErrors } from './contents/errors.ts';
import { composeOptimization } from './contents/optimization.ts';

const CONTENTS: Record<ReportContent, (input: ContentInput) => Promise<ContentParts>> = {
  OPTIMIZATION: composeOptimization,
  COST: composeCost,
  ERRORS: composeErrors,
  ALERTS: composeAlerts,
  DASHBOARD: composeDashboard,
};

/** Shorter gaps make no difference to readers. */
const NOTED_SECONDS = 600;

export type ComposeInput = ContentInput & {
  title: string;
  content: ReportContent;
  note: string;
};

/**
 * Makes a report from the screens' calls.
 * @throws ContractError from a call, such as FORBIDDEN
 */
export async function composeReport(input: ComposeInput): Promise<ReportDocument> {
  const { title, content, siteId, siteName, timeZone, span, now, note, callAs } = input;
  const parts = await CONTENTS[content](input);
  const query = {
    siteId,
    'timeRange.startUnixTimeSeconds': span.start,
    'timeRange.endUnixTimeSeconds': span.end,
  };
  const { coverage } = (await callAs('getPipelineSummaries', { query })).data;
  const kept = coverage.keptFromUnixTimeSeconds;
  const isWider =
    coverage.startUnixTimeSeconds < span.start - NOTED_SECONDS ||
    coverage.endUnixTimeSeconds > span.end + NOTED_SECONDS;
  return {
    title,
    content,
    siteName,
    timeZone,
    startUnixTimeSeconds: span.start,
    endUnixTimeSeconds: span.end,
    madeUnixTimeSeconds: Math.floor(now / 1000),
    ...parts,
    notes: [
      ...(note === '' ? [] : [note]),
      ...(kept === undefined
        ? []
        : [`Figures from before ${formatReportMoment(kept, timeZone)} are kept no longer.`]),
      ...(isWider
        ? [
            `Totals are of whole hours: ${formatReportMoment(coverage.startUnixTimeSeconds, timeZone)} to ${formatReportMoment(coverage.endUnixTimeSeconds, timeZone)}.`,
          ]
        : []),
      ...parts.notes,
    ],
  };
}
