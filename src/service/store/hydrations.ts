import type { Kysely } from 'kysely';
import type { HydrationStatus } from '../../contract/enums.ts';
import { countRows, type Page } from './query.ts';
import type { Database, HydrationRow } from './schema.ts';

type HydrationFilter = {
  ids?: string[] | undefined;
  siteIds?: string[] | undefined;
  statuses?: HydrationStatus[] | undefined;
};

const OPEN: HydrationStatus[] = ['DEFAULT', 'DEPLOYING', 'IN_PROGRESS'];

/** Written while a job runs. */
export type HydrationFigures = Pick<
  HydrationRow,
  | 'events'
  | 'bytes'
  | 'share'
  | 'position'
  | 'files_read'
  | 'files_total'
  | 'chunks_done'
  | 'chunks_total'
  | 'resumed_count'
  | 'cut_off'
  | 'unread'
  | 'unread_count'
>;
export type HydrationCourse = Pick<
  HydrationRow,
  'status' | 'is_paused' | 'log' | 'problem' | 'started_at' | 'ended_at' | 'attempt'
>;

/** Without deleted ones, unless statuses are named. */
export const createHydrationRepository = (db: Kysely<Database>) => {
  const filterRows = ({ ids, siteIds, statuses }: HydrationFilter) => {
    let query = db.selectFrom('hydrations');
    if (ids) query = query.where('id', 'in', ids);
    if (siteIds) query = query.where('site_id', 'in', siteIds);
    return statuses ? query.where('status', 'in', statuses) : query.where('status', '!=', 'DELETED');
  };
  const set = async (id: string, change: Partial<HydrationRow>) => {
    await db.updateTable('hydrations').set(change).where('id', '=', id).execute();
  };
  return {
    insert: async (row: HydrationRow) => {
      await db.insertInto('hydrations').values(row).execute();
    },
    find: (id: string) => db.selectFrom('hydrations').selectAll().where('id', '=', id).executeTakeFirst(),
    list: async (filter: HydrationFilter, page: Page) => {
      const direction = page.descending ? 'desc' : 'asc';
      const rows = await filterRows(filter)
        .selectAll()
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return { rows, totalCount: await countRows(filterRows(filter)) };
    },
    listOpen: (siteIds?: string[]): Promise<HydrationRow[]> =>
      filterRows({ siteIds, statuses: OPEN }).selectAll().orderBy('created_at').orderBy('id').execute(),
    hasFailed: async (siteId: string): Promise<boolean> =>
      (await filterRows({ siteIds: [siteId], statuses: ['FAILED'] })
        .select('id')
        .limit(1)
        .executeTakeFirst()) !== undefined,
    findByName: (siteId: string, name: string) =>
      filterRows({ siteIds: [siteId] })
        .select('id')
        .where('name', '=', name)
        .executeTakeFirst(),
    /** By a person. */
    update: set,
    /** By engine and service. */
    follow: (id: string, change: Partial<HydrationFigures & HydrationCourse>) => set(id, change),
  };
};
