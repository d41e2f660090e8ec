import type {
  NotificationCategory,
  NotificationSeverity,
  NotificationSubCategory,
} from '../../contract/entities/notification.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { NotificationRow } from '../store/schema.ts';

export type Happening = {
  siteId: string;
  key: string;
  category: NotificationCategory;
  subCategory: NotificationSubCategory;
  severity: NotificationSeverity;
  message: string;
  reason?: string;
  pipelineId?: string;
  nodeId?: string;
  graphVersion?: number;
  isOver?: boolean;
};

const pickTexts = (happening: Happening) => ({
  severity: happening.severity,
  message: happening.message,
  reason: happening.reason ?? '',
  pipeline_id: happening.pipelineId ?? '',
  node_id: happening.nodeId ?? '',
  graph_version: happening.graphVersion ?? 0,
});

/** Creates a notification, or repeats the active one of its key, which becomes unread for everybody. */
export async function raise(
  tx: Repositories,
  ids: IdSource,
  happening: Happening,
  now: number,
): Promise<NotificationRow> {
  const active = happening.isOver
    ? undefined
    : await tx.notifications.findActive(happening.siteId, happening.key);
  if (active) {
    const change = {
      ...pickTexts(happening),
      sub_category: happening.subCategory,
      count: active.count + 1,
      last_at: now,
    };
    await tx.notifications.update(active.id, change);
    await tx.notifications.markUnread(active.id);
    return { ...active, ...change };
  }
  const row: NotificationRow = {
    id: ids('notification'),
    site_id: happening.siteId,
    key: happening.key,
    category: happening.category,
    sub_category: happening.subCategory,
    state: happening.isOver ? 'RESOLVED' : 'ACTIVE',
    ...pickTexts(happening),
    count: 1,
    created_at: now,
    last_at: now,
    resolved_at: happening.isOver ? now : 0,
  };
  await tx.notifications.insert(row);
  return row;
}

/**
 * Keeps the time of the last occurrence.
 * @returns whether one was active
 */
export async function resolve(tx: Repositories, siteId: string, key: string, now: number): Promise<boolean> {
  const active = await tx.notifications.findActive(siteId, key);
  if (!active) return false;
  await tx.notifications.update(active.id, { state: 'RESOLVED', resolved_at: now });
  return true;
}
