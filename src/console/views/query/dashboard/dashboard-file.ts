import { type DashboardContent, dashboardPatchSchema } from '../../../../contract/entities/dashboard.ts';
import type { SavedQuery } from '../../../../contract/entities/query.ts';
import { getErrorMessage, isRecord } from '../../../../contract/values.ts';

const KIND = 'penstock.dashboard';
const PROBLEMS_MAX = 20;

/** Includes saved queries, so that another site can import it. */
export function writeDashboardFile(content: DashboardContent, queries: readonly SavedQuery[]): string {
  const panels = content.panels.map((panel) => {
    const query = queries.find(({ id }) => id === panel.queryId);
    return { ...panel, queryId: '', sql: query?.sql ?? panel.sql };
  });
  // A panel whose query was deleted is useless elsewhere.
  const kept = panels.filter(({ sql }) => sql !== '');
  return `${JSON.stringify({ kind: KIND, version: 1, dashboard: { ...content, panels: kept } }, null, 2)}\n`;
}

export type ReadDashboard = { content: DashboardContent } | { problems: readonly string[] };

/** Problems name the field and the rule. */
export function readDashboardFile(text: string): ReadDashboard {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { problems: [`The text is not JSON: ${getErrorMessage(error)}`] };
  }
  if (!isRecord(read) || read.kind !== KIND)
    return { problems: [`kind: must be "${KIND}", as in a dashboard that was exported here`] };
  if (read.version !== 1) return { problems: ['version: must be 1'] };
  const checked = dashboardPatchSchema.safeParse(read.dashboard);
  if (!checked.success)
    return {
      problems: checked.error.issues
        .slice(0, PROBLEMS_MAX)
        .map(({ path, message }) => `${['dashboard', ...path].join('.')}: ${message}`),
    };
  const at = checked.data.panels.findIndex(({ queryId }) => queryId !== '');
  if (at >= 0) return { problems: [`dashboard.panels.${at}.queryId: must be empty, with the query in sql`] };
  return { content: checked.data };
}
