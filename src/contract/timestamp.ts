import * as z from 'zod/mini';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const MUST_BE = 'must be an RFC 3339 time, such as 2026-11-22T12:00:00Z';

/** RFC 3339 list bound; parsed to Unix milliseconds. */
export const timestampParameter = z.pipe(
  z.string().check(z.refine((text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)), MUST_BE)),
  z.transform((text) => Date.parse(text)),
);
