import type { SavingPrice } from '../../contract/entities/saving-price.ts';
import type { Handlers } from '../http/call-context.ts';
import { requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';

const NOT_SET: SavingPrice = { pricePerGigabyte: null, currency: '', revision: 0 };

async function read(tx: Repositories, siteId: string): Promise<SavingPrice> {
  await requireSite(tx, siteId);
  const row = await tx.savingPrices.find(siteId);
  if (!row) return NOT_SET;
  return {
    pricePerGigabyte: row.is_set === 1 ? row.price_per_gigabyte : null,
    currency: row.is_set === 1 ? row.currency : '',
    revision: row.revision,
  };
}

export const savingPriceHandlers = {
  getSavingPrice: async ({ path, tx, setEtag }) => {
    const savingPrice = await read(tx, path.siteId);
    setEtag(savingPrice.revision);
    return { savingPrice };
  },
  setSavingPrice: async ({ path, body, ifMatch, tx, now, setEtag }) => {
    const stored = await read(tx, path.siteId);
    requireVersion(ifMatch, stored.revision, () => stored);
    const { pricePerGigabyte, currency } = body.savingPrice;
    await tx.savingPrices.put({
      site_id: path.siteId,
      is_set: pricePerGigabyte === null ? 0 : 1,
      price_per_gigabyte: pricePerGigabyte ?? 0,
      currency,
      revision: stored.revision + 1,
      updated_at: now,
    });
    setEtag(stored.revision + 1);
    return { savingPrice: await read(tx, path.siteId) };
  },
} satisfies Pick<Handlers, 'getSavingPrice' | 'setSavingPrice'>;
