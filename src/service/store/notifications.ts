import type { Kysely } from 'kysely';
import type { NotificationSeverity } from '../../contract/entities/notification.ts';
import { countRows, type Page, splitIntoChunks } from './query.ts';
import type { Database, NotificationRow } from './schema.ts';

export type NotificationFilter = {
  siteIds?: string[] | undefined;
  categories?: string[] | undefined;
  subCategories?: string[] | undefined;
  states?: string[] | undefined;
  severities?: string[] | undefined;
  pipelineId?: string | undefined;
  ids?: string[] | undefined;
  isRead?: boolean | undefined;
  /** Unix milliseconds; overlapping the range. */
  from?: number | undefined;
  to?: number | undefined;
  /** Adds active or unread ones of any time. */
  orOpen?: boolean | undefined;
};

export type ReadNotification = NotificationRow & { is_read: boolean };

export const createNotificationRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: NotificationFilter, userId: string) => {
    let query = db.selectFrom('notifications');
    if (filter.ids) query = query.where('id', 'in', filter.ids);
    if (filter.siteIds) query = query.where('site_id', 'in', filter.siteIds);
    if (filter.categories) query = query.where('category', 'in', filter.categories);
    if (filter.subCategories) query = query.where('sub_category', 'in', filter.subCategories);
    if (filter.states) query = query.where('state', 'in', filter.states);
    if (filter.severities) query = query.where('severity', 'in', filter.severities);
    if (filter.pipelineId !== undefined) query = query.where('pipeline_id', '=', filter.pipelineId);
    const { from, to } = filter;
    if (from !== undefined || to !== undefined)
      query = query.where((eb) => {
        const isInside = eb.and([
          ...(from === undefined ? [] : [eb.or([eb('last_at', '>=', from), eb('resolved_at', '>=', from)])]),
          ...(to === undefined ? [] : [eb('created_at', '<', to)]),
        ]);
        if (!filter.orOpen) return isInside;
        const read = eb
          .selectFrom('notification_reads')
          .select('notification_id')
          .where('user_id', '=', userId);
        return eb.or([isInside, eb('state', '=', 'ACTIVE'), eb('id', 'not in', read)]);
      });
    if (filter.isRead === undefined) return query;
    return query.where('id', filter.isRead ? 'in' : 'not in', (eb) =>
      eb.selectFrom('notification_reads').select('notification_id').where('user_id', '=', userId),
    );
  };
  return {
    findActive: (siteId: string, key: string): Promise<NotificationRow | undefined> =>
      db
        .selectFrom('notifications')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('key', '=', key)
        .where('state', '=', 'ACTIVE')
        .executeTakeFirst(),
    active: (): Promise<NotificationRow[]> =>
      db.selectFrom('notifications').selectAll().where('state', '=', 'ACTIVE').execute(),
    insert: async (row: NotificationRow) => {
      await db.insertInto('notifications').values(row).execute();
    },
    update: async (id: string, change: Partial<NotificationRow>) => {
      await db.updateTable('notifications').set(change).where('id', '=', id).execute();
    },
    list: async (
      filter: NotificationFilter,
      userId: string,
      page: Page,
    ): Promise<{ rows: ReadNotification[]; totalCount: number }> => {
      const direction = page.descending ? 'desc' : 'asc';
      const rows = await filterRows(filter, userId)
        .selectAll()
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('notification_reads')
                .select('user_id')
                .whereRef('notification_id', '=', 'notifications.id')
                .where('user_id', '=', userId),
            )
            .as('is_read'),
        )
        .orderBy('last_at', direction)
        .orderBy('id', direction)
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return {
        rows: rows.map((row) => ({ ...row, is_read: Boolean(row.is_read) })),
        totalCount: await countRows(filterRows(filter, userId)),
      };
    },
    countsOf: async (
      filter: NotificationFilter,
      userId: string,
    ): Promise<Record<NotificationSeverity, number>> => {
      const rows = await filterRows(filter, userId)
        .select('severity')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .groupBy('severity')
        .execute();
      const of = (severity: string) => Number(rows.find((row) => row.severity === severity)?.total ?? 0);
      return { error: of('error'), warning: of('warning'), informational: of('informational') };
    },
    idsOf: async (filter: NotificationFilter, userId: string): Promise<string[]> =>
      (await filterRows(filter, userId).select('id').execute()).map((row) => row.id),
    markRead: async (ids: string[], userId: string, at: number) => {
      for (const part of splitIntoChunks(ids)) {
        await db
          .insertInto('notification_reads')
          .values(part.map((id) => ({ notification_id: id, user_id: userId, read_at: at })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
    markUnread: async (id: string) => {
      await db.deleteFrom('notification_reads').where('notification_id', '=', id).execute();
    },
    sweep: async (before: number) => {
      const old = (eb: Kysely<Database>) =>
        eb
          .selectFrom('notifications')
          .select('id')
          .where('state', '=', 'RESOLVED')
          .where('last_at', '<', before);
      await db.deleteFrom('notification_reads').where('notification_id', 'in', old(db)).execute();
      await db
        .deleteFrom('notifications')
        .where('state', '=', 'RESOLVED')
        .where('last_at', '<', before)
        .execute();
    },
  };
};
