import * as z from 'zod/mini';

/** What storing or licensing a gigabyte (10^9 bytes) costs a site; nobody's price is guessed. */
export const savingPriceSchema = z.object({
  /** Null while nobody set it. */
  pricePerGigabyte: z.nullable(z.number()),
  /** ISO 4217, empty while nobody set a price. */
  currency: z.string(),
  /** 0 while nobody set it. */
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
