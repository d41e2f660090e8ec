import { type Kysely, sql } from 'kysely';
import { countRows, type Page } from './query.ts';
import type { AuditRow, Database } from './schema.ts';

type AuditFilter = {
  /** Unix milliseconds, end exclusive. */
  from?: number | undefined;
  to?: number | undefined;
  siteIds?: string[] | undefined;
  userNames?: string[] | undefined;
  calls?: string[] | undefined;
  actions?: string[] | undefined;
  entities?: string[] | undefined;
  entityIds?: string[] | undefined;
  results?: string[] | undefined;
  text?: string | undefined;
};

const SEARCHED = sql<string>`lower(user_name || ' ' || action || ' ' || entity || ' ' || entity_name || ' ' || key_name)`;
const partOfText = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Append-only; each row is bound to the previous one. */
export const createAuditRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: AuditFilter) => {
    let query = db.selectFrom('audit_records');
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
    if (filter.to !== undefined) query = query.where('at', '<', filter.to);
    if (filter.siteIds) query = query.where('site_id', 'in', filter.siteIds);
    if (filter.userNames) query = query.where('user_name', 'in', filter.userNames);
    if (filter.calls) query = query.where('call_id', 'in', filter.calls);
    if (filter.actions) query = query.where('action', 'in', filter.actions);
    if (filter.entities) query = query.where('entity', 'in', filter.entities);
    if (filter.entityIds) query = query.where('entity_id', 'in', filter.entityIds);
    if (filter.results) query = query.where('result', 'in', filter.results);
    if (filter.text !== undefined)
      query = query.where(sql<boolean>`${SEARCHED} like lower(${partOfText(filter.text)}) escape '\\'`);
    return query;
  };
  return {
    /** Inside a transaction no other row can come between. */
    last: () =>
      db
        .selectFrom('audit_records')
        .select(['sequence', 'hash'])
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst(),
    insert: async (row: AuditRow) => {
      await db.insertInto('audit_records').values(row).execute();
    },
    list: async (filter: AuditFilter, page: Page) => ({
      rows: await filterRows(filter)
        .selectAll()
        .orderBy('sequence', page.descending ? 'desc' : 'asc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),
      totalCount: await countRows(filterRows(filter)),
    }),
    /** Changes of an entity, also among others, newest first. Ids are digits. */
    ofEntity: (siteId: string, id: string, limit: number): Promise<AuditRow[]> =>
      db
        .selectFrom('audit_records')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('changes', 'like', `%"id":"${id}"%`)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute(),
    after: (sequence: number, limit: number): Promise<AuditRow[]> =>
      db
        .selectFrom('audit_records')
        .selectAll()
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute(),
    valuesOf: async (column: 'user_name' | 'call_id' | 'action'): Promise<string[]> => {
      const rows = await db.selectFrom('audit_records').select(column).distinct().orderBy(column).execute();
      return rows.flatMap((row) => Object.values(row));
    },
  };
};
