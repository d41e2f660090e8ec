import type { Kysely } from 'kysely';
import { countRows, type Page, splitIntoChunks } from './query.ts';
import type { Database, ReportRow, ReportRunRow } from './schema.ts';

/** Without the document, which may be large. */
export type ReportRunHead = Omit<ReportRunRow, 'document'>;

const HEAD = [
  'id',
  'report_id',
  'site_id',
  'name',
  'content',
  'origin',
  'state',
  'due_at',
  'span_start',
  'span_end',
  'time_zone',
  'format',
  'recipients',
  'channel_id',
  'note',
  'problem',
  'advice',
  'requested_by',
  'mail_state',
  'mail_attempts',
  'next_attempt_at',
  'leased_until',
  'expires_at',
  'sent_at',
  'made_at',
] as const satisfies readonly (keyof ReportRunHead)[];

export const createReportRepository = (db: Kysely<Database>) => ({
  insert: async (row: ReportRow) => {
    await db.insertInto('reports').values(row).execute();
  },
  find: (id: string) => db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst(),
  list: (siteIds?: readonly string[]): Promise<ReportRow[]> => {
    const rows = db.selectFrom('reports').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  due: (now: number): Promise<ReportRow[]> =>
    db
      .selectFrom('reports')
      .selectAll()
      .where('next_at', '>', 0)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .execute(),
  update: async (row: ReportRow) => {
    await db.updateTable('reports').set(row).where('id', '=', row.id).execute();
  },
  /** Not a person's edit. */
  setNext: async (id: string, next_at: number) => {
    await db.updateTable('reports').set({ next_at }).where('id', '=', id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('report_runs').where('report_id', '=', id).execute();
    await db.deleteFrom('reports').where('id', '=', id).execute();
  },
});

export const createReportRunRepository = (db: Kysely<Database>) => ({
  insert: async (row: ReportRunRow) => {
    await db.insertInto('report_runs').values(row).execute();
  },
  find: (id: string) => db.selectFrom('report_runs').selectAll().where('id', '=', id).executeTakeFirst(),
  findHead: (id: string) => db.selectFrom('report_runs').select(HEAD).where('id', '=', id).executeTakeFirst(),
  ofReport: (reportId: string, page: Page): Promise<ReportRunHead[]> =>
    db
      .selectFrom('report_runs')
      .select(HEAD)
      .where('report_id', '=', reportId)
      .orderBy('due_at', page.descending ? 'desc' : 'asc')
      .orderBy('id', page.descending ? 'desc' : 'asc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
  countOf: (reportId: string): Promise<number> =>
    countRows(db.selectFrom('report_runs').where('report_id', '=', reportId)),
  newestOf: async (reportIds: readonly string[]): Promise<Map<string, ReportRunHead>> => {
    const newest = new Map<string, ReportRunHead>();
    for (const part of splitIntoChunks(reportIds)) {
      const rows = await db
        .selectFrom('report_runs')
        .select(HEAD)
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('report_id', 'due_at'),
            'in',
            selectFrom('report_runs')
              .where('report_id', 'in', part)
              .groupBy('report_id')
              .select(({ fn }) => ['report_id', fn.max('due_at').as('due_at')])
              .$asTuple('report_id', 'due_at'),
          ),
        )
        .orderBy('id')
        .execute();
      for (const row of rows) newest.set(row.report_id, row);
    }
    return newest;
  },
  toMake: (): Promise<ReportRunHead[]> =>
    db
      .selectFrom('report_runs')
      .select(HEAD)
      .where('state', '=', 'WAITING')
      .orderBy('due_at')
      .orderBy('id')
      .execute(),
  /** Due or expired mails, oldest first. `until` bounds a clock that was set back. */
  toSend: (now: number, until: number): Promise<ReportRunHead[]> =>
    db
      .selectFrom('report_runs')
      .select(HEAD)
      .where('mail_state', '=', 'WAITING')
      .where((eb) =>
        eb.or([
          eb('next_attempt_at', '<=', now),
          eb('next_attempt_at', '>', until),
          eb('expires_at', '<=', now),
        ]),
      )
      .orderBy('due_at')
      .orderBy('id')
      .execute(),
  /** Expired leases; all leases without `before`. */
  lost: (before?: number): Promise<ReportRunHead[]> => {
    const rows = db
      .selectFrom('report_runs')
      .select(HEAD)
      .where((eb) => eb.or([eb('state', '=', 'MAKING'), eb('mail_state', '=', 'SENDING')]));
    return (before === undefined ? rows : rows.where('leased_until', '<', before)).execute();
  },
  update: async (id: string, change: Partial<ReportRunRow>) => {
    await db.updateTable('report_runs').set(change).where('id', '=', id).execute();
  },
  sweep: async (before: number) => {
    await db.deleteFrom('report_runs').where('due_at', '<', before).execute();
  },
});
