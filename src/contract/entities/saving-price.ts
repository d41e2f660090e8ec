import * as z from 'zod/mini';

/** Storage or license cost of a gigabyte (10^9 bytes). */
export const savingPriceSchema = z.object({
  pricePerGigabyte: z.nullable(z.number()),
  currency: z.string(),
  revision: z.int(),
});
export type SavingPrice = z.infer<typeof savingPriceSchema>;

const MOST = 1_000_000;

export const savingPriceInputSchema = z.strictObject({
  pricePerGigabyte: z.nullable(
    z
      .number()
      .check(
        z.minimum(0, 'The price must not be negative'),
        z.maximum(MOST, `The price must be at most ${MOST}`),
      ),
  ),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'The currency must be three capital letters, like USD')),
});
