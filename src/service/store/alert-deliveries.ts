import type { Kysely } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { AlertChannelRow, AlertDeliveryRow, Database } from './schema.ts';

export const createAlertChannelRepository = (db: Kysely<Database>) => ({
  insert: async (row: AlertChannelRow) => {
    await db.insertInto('alert_channels').values(row).execute();
  },
  find: (id: string) => db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirst(),
  list: (): Promise<AlertChannelRow[]> =>
    db.selectFrom('alert_channels').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').execute(),
  update: async (row: AlertChannelRow) => {
    await db.updateTable('alert_channels').set(row).where('id', '=', row.id).execute();
  },
  /** Not a person's edit. */
  setOutcome: async (
    id: string,
    outcome: Partial<Pick<AlertChannelRow, 'last_sent_at' | 'last_failed_at' | 'problem'>>,
  ) => {
    await db.updateTable('alert_channels').set(outcome).where('id', '=', id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('alert_channels').where('id', '=', id).execute();
  },
});

const OPEN = ['WAITING', 'SENDING'];

/** Messages to channels, each about one or more alerts. */
export const createAlertDeliveryRepository = (db: Kysely<Database>) => ({
  insert: async (row: AlertDeliveryRow, eventIds: readonly string[]) => {
    await db.insertInto('alert_deliveries').values(row).execute();
    for (const part of splitIntoChunks(eventIds))
      await db
        .insertInto('alert_delivery_events')
        .values(part.map((event_id) => ({ delivery_id: row.id, event_id })))
        .execute();
  },
  find: (id: string) => db.selectFrom('alert_deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
  update: async (id: string, change: Partial<AlertDeliveryRow>) => {
    await db.updateTable('alert_deliveries').set(change).where('id', '=', id).execute();
  },
  /** Due or expired, oldest first. `until` bounds a clock that was set back. */
  due: (now: number, until: number, limit: number): Promise<AlertDeliveryRow[]> =>
    db
      .selectFrom('alert_deliveries')
      .selectAll()
      .where('state', '=', 'WAITING')
      .where((eb) =>
        eb.or([
          eb('next_attempt_at', '<=', now),
          eb('next_attempt_at', '>', until),
          eb('expires_at', '<=', now),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  /** Expired leases; all leases without `before`. */
  lost: (before?: number): Promise<AlertDeliveryRow[]> => {
    const sending = db.selectFrom('alert_deliveries').selectAll().where('state', '=', 'SENDING');
    return (before === undefined ? sending : sending.where('leased_until', '<', before)).execute();
  },
  /** Deliveries of the channel about one of the same alerts, oldest first. */
  related: (row: Pick<AlertDeliveryRow, 'id' | 'channel_id'>): Promise<AlertDeliveryRow[]> =>
    db
      .selectFrom('alert_deliveries')
      .selectAll()
      .where('channel_id', '=', row.channel_id)
      .where('id', '!=', row.id)
      .where(
        'id',
        'in',
        db
          .selectFrom('alert_delivery_events')
          .select('delivery_id')
          .where(
            'event_id',
            'in',
            db.selectFrom('alert_delivery_events').select('event_id').where('delivery_id', '=', row.id),
          ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ofEvent: (eventId: string): Promise<AlertDeliveryRow[]> =>
    db
      .selectFrom('alert_deliveries')
      .selectAll()
      .where(
        'id',
        'in',
        db.selectFrom('alert_delivery_events').select('delivery_id').where('event_id', '=', eventId),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  hasten: async (channelId: string) => {
    await db
      .updateTable('alert_deliveries')
      .set({ next_attempt_at: 0 })
      .where('channel_id', '=', channelId)
      .where('state', '=', 'WAITING')
      .execute();
  },
  postpone: async (channelId: string, until: number) => {
    await db
      .updateTable('alert_deliveries')
      .set({ next_attempt_at: until })
      .where('channel_id', '=', channelId)
      .where('state', '=', 'WAITING')
      .where('next_attempt_at', '<', until)
      .execute();
  },
  sitesOf: async (channelId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('alert_deliveries')
      .select('site_id')
      .distinct()
      .where('channel_id', '=', channelId)
      .execute();
    return rows.map(({ site_id }) => site_id);
  },
  sweep: async (before: number) => {
    await db
      .deleteFrom('alert_deliveries')
      .where('created_at', '<', before)
      .where('state', 'not in', OPEN)
      .execute();
    await db
      .deleteFrom('alert_delivery_events')
      .where('delivery_id', 'not in', db.selectFrom('alert_deliveries').select('id'))
      .execute();
  },
});
