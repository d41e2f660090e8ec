import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';
import type { AssistantEndpointRow, Database } from './schema.ts';

export const assistantEndpoint: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('assistant_endpoint'), {
      text: ['id', 'settings'],
      whole: ['revision', 'updated_at'],
    })
      .addPrimaryKeyConstraint('assistant_endpoint_key', ['id'])
      .execute();
    await columns(db.schema.createTable('assistant_usage'), {
      text: ['user_id', 'day'],
      whole: ['questions'],
    })
      .addPrimaryKeyConstraint('assistant_usage_key', ['user_id', 'day'])
      .execute();
  },
};

const ONE = 'endpoint';

export const createAssistantEndpointRepository = (db: Kysely<Database>) => ({
  find: () => db.selectFrom('assistant_endpoint').selectAll().where('id', '=', ONE).executeTakeFirst(),
  put: async (row: Omit<AssistantEndpointRow, 'id'>) => {
    await db
      .insertInto('assistant_endpoint')
      .values({ id: ONE, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  },
});

/** By person and day (`2026-11-26`, UTC). */
export const createAssistantUsageRepository = (db: Kysely<Database>) => ({
  count: async (userId: string, day: string): Promise<number> => {
    const row = await db
      .selectFrom('assistant_usage')
      .select('questions')
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .executeTakeFirst();
    return Number(row?.questions ?? 0);
  },
  /** Counts one more unless over the limit; drops earlier days. */
  take: async (userId: string, day: string, limit: number): Promise<boolean> => {
    await db.deleteFrom('assistant_usage').where('day', '<', day).execute();
    const taken = await db
      .insertInto('assistant_usage')
      .values({ user_id: userId, day, questions: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'day'])
          .doUpdateSet((row) => ({ questions: row('assistant_usage.questions', '+', 1) }))
          .where('assistant_usage.questions', '<', limit),
      )
      .returning('questions')
      .executeTakeFirst();
    return taken !== undefined;
  },
  deleteOfUser: async (userId: string) => {
    await db.deleteFrom('assistant_usage').where('user_id', '=', userId).execute();
  },
});
