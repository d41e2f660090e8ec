import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { ExplainKind } from '../../contract/entities/explain.ts';
import type { NotificationSeverity, NotificationSubCategory } from '../../contract/entities/notification.ts';
import { parseErrorText } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import type { NotificationRow } from '../store/schema.ts';
import type { ExplainScope, Found } from './entry.ts';

/** Deployments and errors are listed separately. */
const KINDS: Partial<Record<NotificationSubCategory, ExplainKind>> = {
  PIPELINE_STOPPED: 'pipeline',
  SOURCE_SILENT: 'source',
  DESTINATION_DOWN: 'destination',
  BUFFER_FILLING: 'destination',
  ENGINE_STOPPED: 'engine',
  ENGINE_AWAY: 'engine',
};
const SUB_CATEGORIES = Object.keys(KINDS);

function toEntries(row: NotificationRow, kind: ExplainKind, { from, to }: ExplainScope): Found[] {
  const place = { kind, by: '', pipelineId: row.pipeline_id, nodeId: row.node_id };
  const isInside = (at: number) => at >= from && at < to;
  const entries: Found[] = [];
  if (isInside(row.created_at))
    entries.push({
      ...place,
      at: row.created_at,
      severity: row.severity as NotificationSeverity,
      title: row.message,
      detail: row.reason === '' ? '' : parseErrorText(row.reason).title,
    });
  if (row.state === 'RESOLVED' && isInside(row.resolved_at))
    entries.push({
      ...place,
      at: row.resolved_at,
      severity: 'informational',
      title: `Resolved: ${row.message}`,
      detail: '',
    });
  return entries;
}

export async function readNoticeEntries(tx: Repositories, scope: ExplainScope): Promise<Found[]> {
  const { siteId, pipelines, isNarrow, from, to } = scope;
  const page = { offset: 0, limit: EXPLAIN_MAX, descending: true };
  const filter = { siteIds: [siteId], subCategories: SUB_CATEGORIES, from, to };
  const { rows } = await tx.notifications.list(filter, '', page);
  const ids = new Set(pipelines.map((row) => row.id));
  // A notification of the whole site concerns each pipeline.
  const own = isNarrow ? rows.filter((row) => row.pipeline_id === '' || ids.has(row.pipeline_id)) : rows;
  return own.flatMap((row) => {
    const kind = KINDS[row.sub_category as NotificationSubCategory];
    return kind ? toEntries(row, kind, scope) : [];
  });
}
