import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages that are repeated, and have a text of their own. SQLite adds one column at a time. */
export const alertMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, repeat] of [
      ['alert_rules', 'repeat_minutes'],
      ['alert_events', 'repeat_at'],
    ] as const) {
      const alter = () => db.schema.alterTable(table);
      await alter()
        .addColumn(repeat, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await alter()
        .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};
