import { type Kysely, sql } from 'kysely';
import type { Database, ErrorGroupRow } from './schema.ts';

export type ErrorRange = {
  pipelineIds: string[];
  /** Unix seconds, whole minutes, the end left out. */
  from: number;
  to: number;
};

/** Errors grouped by (pipeline, component, name, level), counted per minute. */
export const errorRepository = (db: Kysely<Database>) => ({
  /** Adds occurrences to the group, making it when it is new; answers true when it is. */
  record: async (row: ErrorGroupRow, bucket: number): Promise<boolean> => {
    const known = await db
      .selectFrom('error_groups')
      .select('id')
      .where('pipeline_id', '=', row.pipeline_id)
      .where('component_id', '=', row.component_id)
      .where('error_name', '=', row.error_name)
      .where('level', '=', row.level)
      .executeTakeFirst();
    if (known) {
      const { node_id, description, last_at, example_event } = row;
      await db
        .updateTable('error_groups')
        .set({ node_id, description, last_at, example_event, count: sql`count + ${row.count}` })
        .where('id', '=', known.id)
        .execute();
    } else {
      await db.insertInto('error_groups').values(row).execute();
    }
    await db
      .insertInto('error_buckets')
      .values({ group_id: known?.id ?? row.id, bucket, count: row.count })
      .onConflict((on) =>
        on
          .columns(['group_id', 'bucket'])
          .doUpdateSet({ count: sql<number>`error_buckets.count + ${row.count}` }),
      )
      .execute();
    return known === undefined;
  },
  /** Groups that occurred in the range, with the count inside it, newest first. */
  list: async (range: ErrorRange): Promise<(ErrorGroupRow & { countInRange: number })[]> => {
    if (range.pipelineIds.length === 0) return [];
    const rows = await db
      .selectFrom('error_groups')
      .innerJoin('error_buckets', 'error_buckets.group_id', 'error_groups.id')
      .selectAll('error_groups')
      .select((eb) => eb.fn.sum<number>('error_buckets.count').as('countInRange'))
      .where('error_groups.pipeline_id', 'in', range.pipelineIds)
      .where('error_buckets.bucket', '>=', range.from)
      .where('error_buckets.bucket', '<', range.to)
      .groupBy('error_groups.id')
      .orderBy('error_groups.last_at', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, countInRange: Number(row.countInRange) }));
  },
  sweep: async (beforeSeconds: number) => {
    await db.deleteFrom('error_buckets').where('bucket', '<', beforeSeconds).execute();
    await db
      .deleteFrom('error_groups')
      .where('last_at', '<', beforeSeconds * 1000)
      .execute();
  },
});
