import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names are unique, since pipelines name files. */
export const assets: Migration = {
  async up(db: Kysely<unknown>) {
    const text = ['id', 'name', 'asset_type', 'site_ids', 'sha256', 'summary', 'updated_by'];
    const whole = ['size_bytes', 'revision', 'created_at', 'updated_at'];
    let table: CreateTableBuilder<'assets', string> = db.schema.createTable('assets');
    for (const name of text) table = table.addColumn(name, 'text', (column) => column.notNull());
    for (const name of whole) table = table.addColumn(name, 'bigint', (column) => column.notNull());
    await table
      .addPrimaryKeyConstraint('assets_key', ['id'])
      .addUniqueConstraint('assets_name', ['name'])
      .execute();
    await db.schema.createIndex('assets_by_content').on('assets').column('sha256').execute();
  },
};
