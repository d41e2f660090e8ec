import * as z from 'zod/mini';
import { savingPriceInputSchema, savingPriceSchema } from '../entities/saving-price.ts';
import { idSchema } from '../ids.ts';
import { defineCall, reads, writes } from './define.ts';

const pathParameters = z.object({ siteId: idSchema('site') });

export const savingPriceCalls = {
  getSavingPrice: defineCall({
    method: 'GET',
    path: '/v1/sites/{siteId}/saving-price',
    summary: 'What a gigabyte costs the site, from which the dashboard estimates what was saved.',
    access: reads('SITES'),
    pathParameters,
    response: z.object({ savingPrice: savingPriceSchema }),
    etag: true,
  }),
  setSavingPrice: defineCall({
    method: 'PUT',
    path: '/v1/sites/{siteId}/saving-price',
    summary: 'Set what a gigabyte costs the site; null forgets it.',
    access: writes('SITES'),
    pathParameters,
    body: z.strictObject({ savingPrice: savingPriceInputSchema }),
    response: z.object({ savingPrice: savingPriceSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
};
