import type {
  NotificationCategory,
  NotificationSeverity,
  NotificationSubCategory,
} from '../../contract/entities/notification.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { NotificationRow } from '../store/schema.ts';

/** Something that happened, or that lasts. */
export type Happening = {
  siteId: string;
  /** What tells it from others: as long as one of the key is active no second is made. */
  key: string;
  category: NotificationCategory;
  subCategory: NotificationSubCategory;
  severity: NotificationSeverity;
  message: string;
  reason?: string;
  pipelineId?: string;
  nodeId?: string;
  graphVersion?: number;
  /** It is over as soon as it is told. */
  isOver?: boolean;
};

const textsOf = (happening: Happening) => ({
  severity: happening.severity,
  message: happening.message,
  reason: happening.reason ?? '',
  pipeline_id: happening.pipelineId ?? '',
  node_id: happening.nodeId ?? '',
  graph_version: happening.graphVersion ?? 0,
});

/**
 * Tells of something: a new notification, or the active one of the same key again, which everybody has to read
 * anew then.
 */
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
      ...textsOf(happening),
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
    ...textsOf(happening),
    count: 1,
    created_at: now,
    last_at: now,
    resolved_at: happening.isOver ? now : 0,
  };
  await tx.notifications.insert(row);
  return row;
}

/** What the key stands for is over; answers whether it was told of. */
export async function resolve(tx: Repositories, siteId: string, key: string, now: number): Promise<boolean> {
  const active = await tx.notifications.findActive(siteId, key);
  if (!active) return false;
  await tx.notifications.update(active.id, { state: 'RESOLVED', resolved_at: now, last_at: now });
  return true;
}
