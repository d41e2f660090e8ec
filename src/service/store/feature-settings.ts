import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';
import type { Database, OrganizationFeatureRow } from './schema.ts';

export const organizationFeatures: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('organization_features'), {
      text: ['feature', 'updated_by'],
      whole: ['updated_at'],
    })
      .addPrimaryKeyConstraint('organization_features_key', ['feature'])
      .execute();
  },
};

export const createFeatureRepository = (db: Kysely<Database>) => ({
  list: (): Promise<OrganizationFeatureRow[]> =>
    db.selectFrom('organization_features').selectAll().orderBy('feature').execute(),
  put: async (row: OrganizationFeatureRow) => {
    await db
      .insertInto('organization_features')
      .values(row)
      .onConflict((on) => on.column('feature').doNothing())
      .execute();
  },
  remove: async (feature: string) => {
    await db.deleteFrom('organization_features').where('feature', '=', feature).execute();
  },
});
