import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alertRepeats: Migration = {
  async up(db: Kysely<unknown>) {
    const tables = { alert_rules: 'repeat_minutes', alert_events: 'repeat_at' };
    for (const [table, column] of Object.entries(tables))
      await db.schema
        .alterTable(table)
        .addColumn(column, 'bigint', (type) => type.notNull().defaultTo(0))
        .execute();
  },
};
