import type { Kysely } from 'kysely';
import type { Database, SavingPriceRow } from './schema.ts';

export const createSavingPriceRepository = (db: Kysely<Database>) => ({
  find: (siteId: string) =>
    db.selectFrom('saving_prices').selectAll().where('site_id', '=', siteId).executeTakeFirst(),
  put: async (row: SavingPriceRow) => {
    const { site_id: _, ...changed } = row;
    await db
      .insertInto('saving_prices')
      .values(row)
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(changed))
      .execute();
  },
});
