import * as z from 'zod/mini';
import { savingPriceInputSchema, savingPriceSchema } from '../entities/saving-price.ts';
import { idSchema } from '../ids.ts';
import { defineCall, reads, writes } from './define.ts';

const pathParameters = z.object({ siteId: idSchema('site') });

export const savingPriceCalls = {
  getSavingPrice: defineCall({
    method: 'GET',
    path: '/v1/sites/{siteId}/saving-price',
    summary: 'The price of a gigabyte at the site, from which the dashboard estimates savings.',
    access: reads('SITES'),
    pathParameters,
    response: z.object({ savingPrice: savingPriceSchema }),
    etag: true,
  }),
  setSavingPrice: defineCall({
    method: 'PUT',
    path: '/v1/sites/{siteId}/saving-price',
    summary: 'Set the price of a gigabyte at the site; null removes it.',
    access: writes('SITES'),
    pathParameters,
    body: z.strictObject({ savingPrice: savingPriceInputSchema }),
    response: z.object({ savingPrice: savingPriceSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
};
