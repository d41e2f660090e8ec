import { type Kysely, sql } from 'kysely';
import { ERROR_REOPENS_AFTER_SECONDS } from '../../contract/limits.ts';
import { splitIntoChunks } from './query.ts';
import type { Database, ErrorGroupRow } from './schema.ts';

type ErrorRange = {
  pipelineIds: string[];
  /** Unix seconds, whole minutes, end exclusive. */
  from: number;
  to: number;
};

/** Omitted fields do not narrow. */
export type ErrorChoice = { pipelineIds: string[]; componentIds?: string[]; ids?: string[] };

async function mark(
  db: Kysely<Database>,
  choice: ErrorChoice,
  set: Pick<ErrorGroupRow, 'acknowledged_at' | 'acknowledged_by'>,
): Promise<string[]> {
  const changed = new Set<string>();
  for (const pipelineIds of splitIntoChunks(choice.pipelineIds)) {
    let update = db
      .updateTable('error_groups')
      .set(set)
      .where('pipeline_id', 'in', pipelineIds)
      .where('acknowledged_at', set.acknowledged_at > 0 ? '=' : '>', 0)
      .returning('pipeline_id');
    if (choice.componentIds) update = update.where('component_id', 'in', choice.componentIds);
    if (choice.ids) update = update.where('id', 'in', choice.ids);
    for (const row of await update.execute()) changed.add(row.pipeline_id);
  }
  return [...changed];
}

/** Grouped by (pipeline, component, name, level), counted per minute. */
export const createErrorRepository = (db: Kysely<Database>) => ({
  /** @returns whether the group is new */
  record: async (row: ErrorGroupRow, bucket: number): Promise<boolean> => {
    const known = await db
      .selectFrom('error_groups')
      .select(['id', 'last_at'])
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
        // An error that returns after a silence needs a new acknowledgement.
        .$if(last_at - known.last_at > ERROR_REOPENS_AFTER_SECONDS * 1000, (update) =>
          update.set({ acknowledged_at: 0, acknowledged_by: '' }),
        )
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
  /** With the count inside the range, newest first. */
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
  /** First and last minute with errors, in Unix seconds. */
  span: async (pipelineIds: readonly string[]): Promise<{ first: number; last: number } | undefined> => {
    if (pipelineIds.length === 0) return undefined;
    const found = await db
      .selectFrom('error_groups')
      .innerJoin('error_buckets', 'error_buckets.group_id', 'error_groups.id')
      .select((eb) => [
        eb.fn.min<number | null>('error_buckets.bucket').as('first'),
        eb.fn.max<number | null>('error_buckets.bucket').as('last'),
      ])
      .where('error_groups.pipeline_id', 'in', pipelineIds)
      .executeTakeFirst();
    if (found === undefined || found.first === null) return undefined;
    return { first: Number(found.first), last: Number(found.last) };
  },
  /** Oldest first, without empty buckets. */
  series: async (groupIds: string[], range: Omit<ErrorRange, 'pipelineIds'>, seconds: number) => {
    const begin = sql<number>`bucket - bucket % ${sql.lit(seconds)}`;
    const rows: { group_id: string; at: number; count: number }[] = [];
    for (const ids of splitIntoChunks(groupIds)) {
      const found = await db
        .selectFrom('error_buckets')
        .select(['group_id', begin.as('at')])
        .select((eb) => eb.fn.sum<number>('count').as('count'))
        .where('group_id', 'in', ids)
        .where('bucket', '>=', range.from)
        .where('bucket', '<', range.to)
        .groupBy(['group_id', begin])
        .orderBy('at')
        .execute();
      rows.push(...found.map((row) => ({ ...row, at: Number(row.at), count: Number(row.count) })));
    }
    return rows;
  },
  /** @returns affected pipelines */
  acknowledge: (choice: ErrorChoice, by: { at: number; name: string }): Promise<string[]> =>
    mark(db, choice, { acknowledged_at: by.at, acknowledged_by: by.name }),
  /** @returns affected pipelines */
  unacknowledge: (choice: ErrorChoice): Promise<string[]> =>
    mark(db, choice, { acknowledged_at: 0, acknowledged_by: '' }),
  sweep: async (beforeSeconds: number) => {
    await db.deleteFrom('error_buckets').where('bucket', '<', beforeSeconds).execute();
    await db
      .deleteFrom('error_groups')
      .where('last_at', '<', beforeSeconds * 1000)
      .execute();
  },
});
