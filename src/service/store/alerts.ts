import type { Kysely } from 'kysely';
import { countRows, type Page, splitIntoChunks } from './query.ts';
import type { AlertEventRow, AlertRuleRow, AlertRunRow, AlertStateRow, Database } from './schema.ts';

export type AlertEventFilter = {
  siteIds?: string[] | undefined;
  states?: string[] | undefined;
  ruleIds?: string[] | undefined;
  ids?: string[] | undefined;
  /** Unix milliseconds; overlapping the range. */
  from?: number | undefined;
  to?: number | undefined;
  /** Adds firing ones, and unacknowledged ones that were not silenced. */
  orOpen?: boolean | undefined;
  isUnacknowledged?: boolean | undefined;
  isHeard?: boolean | undefined;
};

export const createAlertRuleRepository = (db: Kysely<Database>) => ({
  insert: async (row: AlertRuleRow) => {
    await db.insertInto('alert_rules').values(row).execute();
  },
  find: (id: string) => db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst(),
  list: (siteIds?: readonly string[]): Promise<AlertRuleRow[]> => {
    const rows = db.selectFrom('alert_rules').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  update: async (row: AlertRuleRow) => {
    await db.updateTable('alert_rules').set(row).where('id', '=', row.id).execute();
  },
  /** Not a person's edit. */
  setLastFired: async (id: string, at: number) => {
    await db.updateTable('alert_rules').set({ last_fired_at: at }).where('id', '=', id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('alert_rules').where('id', '=', id).execute();
  },
});

export const createAlertRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: AlertEventFilter) => {
    let query = db.selectFrom('alert_events');
    if (filter.ids) query = query.where('id', 'in', filter.ids);
    if (filter.siteIds) query = query.where('site_id', 'in', filter.siteIds);
    if (filter.states) query = query.where('state', 'in', filter.states);
    if (filter.ruleIds) query = query.where('rule_id', 'in', filter.ruleIds);
    if (filter.isUnacknowledged) query = query.where('fired_at', '>', 0).where('acknowledged_at', '=', 0);
    if (filter.isHeard) query = query.where('silence_id', '=', '');
    const { from, to, orOpen } = filter;
    if (from === undefined && to === undefined) return query;
    return query.where((eb) => {
      const isInside = eb.and([
        ...(from === undefined ? [] : [eb.or([eb('ended_at', '=', 0), eb('ended_at', '>=', from)])]),
        ...(to === undefined ? [] : [eb('started_at', '<', to)]),
      ]);
      const isWaiting = eb.and([
        eb('fired_at', '>', 0),
        eb('acknowledged_at', '=', 0),
        eb('silence_id', '=', ''),
      ]);
      return orOpen ? eb.or([isInside, eb('state', '=', 'FIRING'), isWaiting]) : isInside;
    });
  };
  return {
    findSite: (siteId: string) =>
      db.selectFrom('alert_sites').selectAll().where('site_id', '=', siteId).executeTakeFirst(),
    putSite: async (siteId: string, columns: { evaluated_through?: number; ready_made_version?: number }) => {
      await db
        .insertInto('alert_sites')
        .values({ site_id: siteId, evaluated_through: 0, ready_made_version: 0, ...columns })
        .onConflict((conflict) => conflict.column('site_id').doUpdateSet(columns))
        .execute();
    },
    states: async (ruleIds: readonly string[]): Promise<AlertStateRow[]> => {
      const found: AlertStateRow[] = [];
      for (const part of splitIntoChunks(ruleIds))
        found.push(
          ...(await db.selectFrom('alert_states').selectAll().where('rule_id', 'in', part).execute()),
        );
      return found;
    },
    putState: async (row: AlertStateRow) => {
      await db
        .insertInto('alert_states')
        .values(row)
        .onConflict((conflict) => conflict.columns(['rule_id', 'target_key']).doUpdateSet(row))
        .execute();
    },
    removeState: async (ruleId: string, targetKey: string) => {
      await db
        .deleteFrom('alert_states')
        .where('rule_id', '=', ruleId)
        .where('target_key', '=', targetKey)
        .execute();
    },
    insertEvent: async (row: AlertEventRow) => {
      await db.insertInto('alert_events').values(row).execute();
    },
    updateEvent: async (id: string, change: Partial<AlertEventRow>) => {
      await db.updateTable('alert_events').set(change).where('id', '=', id).execute();
    },
    findEvent: (id: string) =>
      db.selectFrom('alert_events').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Newest change first. */
    listEvents: async (filter: AlertEventFilter, page: Page) => {
      const direction = page.descending ? 'desc' : 'asc';
      const rows = await filterRows(filter)
        .selectAll()
        .orderBy('last_event_at', direction)
        .orderBy('id', direction)
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return { rows, totalCount: await countRows(filterRows(filter)) };
    },
    countEvents: (filter: AlertEventFilter): Promise<number> => countRows(filterRows(filter)),
    /** Firing alerts that were sent. */
    setRepeat: async (ruleId: string, repeatAt: number) => {
      await db
        .updateTable('alert_events')
        .set({ repeat_at: repeatAt })
        .where('rule_id', '=', ruleId)
        .where('state', '=', 'FIRING')
        .where('told_at', '>', 0)
        .execute();
    },
    /** Alerts for the next messages: new firings, repeats and ends. `now` in Unix milliseconds. */
    listToTell: (siteId: string, now: number): Promise<AlertEventRow[]> =>
      db
        .selectFrom('alert_events')
        .selectAll()
        .where('site_id', '=', siteId)
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'FIRING'), eb('told_at', '=', 0)]),
            eb.and([
              eb('state', '=', 'FIRING'),
              eb('repeat_at', '>', 0),
              eb('repeat_at', '<=', now),
              eb('acknowledged_at', '=', 0),
              eb('silence_id', '=', ''),
            ]),
            eb.and([
              eb('state', 'in', ['RESOLVED', 'DISCARDED']),
              eb('ended_told_at', '=', 0),
              eb.or([eb('told_at', '>', 0), eb.and([eb('fired_at', '>', 0), eb('has_channel', '=', 1)])]),
            ]),
          ]),
        )
        .orderBy('last_event_at')
        .orderBy('id')
        .execute(),
    /** Open alerts of a site; with `isSilenced` only those marked as silenced. */
    listOpen: (siteId: string, isSilenced: boolean): Promise<AlertEventRow[]> => {
      const open = db
        .selectFrom('alert_events')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('state', 'in', ['PENDING', 'FIRING']);
      return (isSilenced ? open.where('silence_id', '!=', '') : open).execute();
    },
    /** Fired since (Unix milliseconds), or still firing. */
    listFired: (siteId: string, since: number) =>
      db
        .selectFrom('alert_events')
        .select(['rule_id', 'target_key', 'target', 'state', 'fired_at', 'silence_id'])
        .where('site_id', '=', siteId)
        .where((eb) => eb.or([eb('state', '=', 'FIRING'), eb('fired_at', '>=', since)]))
        .where('fired_at', '>', 0)
        .execute(),
    countSilenced: async (siteIds?: readonly string[]): Promise<Map<string, number>> => {
      const counts = db
        .selectFrom('alert_events')
        .select((eb) => ['silence_id', eb.fn.countAll<number>().as('count')])
        .where('state', '=', 'FIRING')
        .where('silence_id', '!=', '')
        .groupBy('silence_id');
      const rows = await (siteIds ? counts.where('site_id', 'in', siteIds) : counts).execute();
      return new Map(rows.map(({ silence_id, count }) => [silence_id, Number(count)]));
    },
    /** Messages about a target since (Unix milliseconds). */
    countTold: (ruleId: string, targetKey: string, since: number): Promise<number> =>
      countRows(
        db
          .selectFrom('alert_events')
          .where('rule_id', '=', ruleId)
          .where('target_key', '=', targetKey)
          .where('told_at', '>', since),
      ),
    /** By `rule@target`: firings since (Unix milliseconds), if at least `least`. */
    countFirings: async (siteIds: readonly string[], since: number, least: number) => {
      if (siteIds.length === 0) return new Map<string, number>();
      const rows = await db
        .selectFrom('alert_events')
        .select((eb) => ['rule_id', 'target_key', eb.fn.countAll<number>().as('count')])
        .where('site_id', 'in', siteIds)
        .where('fired_at', '>', since)
        .groupBy(['rule_id', 'target_key'])
        .having((eb) => eb.fn.countAll(), '>=', least)
        .execute();
      return new Map(rows.map((row) => [`${row.rule_id}@${row.target_key}`, Number(row.count)]));
    },
    idsOfEvents: async (filter: AlertEventFilter): Promise<string[]> =>
      (await filterRows(filter).select('id').execute()).map((row) => row.id),
    acknowledge: async (ids: readonly string[], by: { at: number; name: string }) => {
      for (const part of splitIntoChunks(ids))
        await db
          .updateTable('alert_events')
          .set({ acknowledged_at: by.at, acknowledged_by: by.name })
          .where('id', 'in', part)
          .execute();
    },
    /** Adds measured minutes, or extends runs with the same start. */
    putRuns: async (rows: readonly AlertRunRow[]) => {
      for (const part of splitIntoChunks(rows, 150))
        await db
          .insertInto('alert_runs')
          .values(part)
          .onConflict((conflict) =>
            conflict.columns(['site_id', 'metric', 'target_key', 'from_minute']).doUpdateSet((eb) => ({
              to_minute: eb.ref('excluded.to_minute'),
              value: eb.ref('excluded.value'),
            })),
          )
          .execute();
    },
    /** Runs that overlap the range (Unix seconds), oldest first. */
    runs: (siteId: string, metrics: readonly string[], from: number, to: number): Promise<AlertRunRow[]> =>
      db
        .selectFrom('alert_runs')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('metric', 'in', metrics)
        .where('to_minute', '>', from)
        .where('from_minute', '<', to)
        .orderBy('from_minute')
        .execute(),
    /** Removes a metric's runs that ended earlier (Unix seconds). */
    sweepRuns: async (metric: string, before: number) => {
      await db
        .deleteFrom('alert_runs')
        .where('metric', '=', metric)
        .where('to_minute', '<', before)
        .execute();
    },
    /** Removes what ended earlier: runs by Unix seconds, events by milliseconds. */
    sweep: async (runsBefore: number, eventsBefore: number) => {
      await db.deleteFrom('alert_runs').where('to_minute', '<', runsBefore).execute();
      await db
        .deleteFrom('alert_events')
        .where('ended_at', '>', 0)
        .where('ended_at', '<', eventsBefore)
        .execute();
    },
  };
};
