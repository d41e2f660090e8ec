import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';
import type { ConversationRow, Database } from './schema.ts';

export const conversations: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('assistant_conversations'), {
      text: ['user_id', 'id', 'site_id', 'title', 'messages'],
      whole: ['message_count', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('assistant_conversations_key', ['user_id', 'id'])
      .execute();
  },
};

/** Each belongs to one person, and is unknown to others. */
export const createConversationRepository = (db: Kysely<Database>) => ({
  /** Newest first, without messages. */
  list: (userId: string, siteId: string) =>
    db
      .selectFrom('assistant_conversations')
      .select(['id', 'site_id', 'title', 'message_count', 'updated_at'])
      .where('user_id', '=', userId)
      .where('site_id', '=', siteId)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .execute(),
  find: (userId: string, id: string) =>
    db
      .selectFrom('assistant_conversations')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  put: async (row: ConversationRow) => {
    const { user_id: _, id: _id, created_at: _at, ...changed } = row;
    await db
      .insertInto('assistant_conversations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changed))
      .execute();
  },
  delete: async (userId: string, id: string) => {
    await db
      .deleteFrom('assistant_conversations')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  },
  /** Deletes anybody's old ones, and a person's all but the newest. */
  trim: async (userId: string, most: number, before: number) => {
    await db.deleteFrom('assistant_conversations').where('updated_at', '<', before).execute();
    const newest = db
      .selectFrom('assistant_conversations')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(most);
    await db
      .deleteFrom('assistant_conversations')
      .where('user_id', '=', userId)
      .where('id', 'not in', newest)
      .execute();
  },
  deleteOfUser: async (userId: string) => {
    await db.deleteFrom('assistant_conversations').where('user_id', '=', userId).execute();
  },
});
