import * as z from 'zod/mini';
import { DATA_VOLUME_METRICS } from './enums.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts';

export const repeated = <T extends z.ZodMiniType>(item: T) =>
  z.optional(
    z.pipe(
      z.union([z.array(item), item]),
      z.transform((value): z.output<T>[] => (Array.isArray(value) ? value : [value]) as z.output<T>[]),
    ),
  );

export const booleanParameter = z.pipe(
  z.union([z.enum(['true', 'false']), z.boolean()]),
  z.transform((value) => value === true || value === 'true'),
);

const wholeNumber = z.coerce.number().check(z.int());

export const unixSecondsParameter = wholeNumber.check(z.minimum(0), z.maximum(253_402_300_799));

export const pageQuery = (...fields: [string, ...string[]]) => ({
  'pagination.offset': z._default(wholeNumber.check(z.minimum(0)), 0),
  'pagination.limit': z._default(
    wholeNumber.check(z.minimum(1), z.maximum(PAGE_LIMIT_MAX)),
    PAGE_LIMIT_DEFAULT,
  ),
  'pagination.ordering.fieldName': z._default(z.enum(fields), fields[0]),
  'pagination.ordering.descending': z._default(booleanParameter, true),
});

/** In seconds; widened to whole buckets, as the answer says. */
export const rangeQuery = {
  'timeRange.startUnixTimeSeconds': unixSecondsParameter,
  'timeRange.endUnixTimeSeconds': unixSecondsParameter,
};

/** Seconds per point; from the table of resolutions by default. */
export const resolutionQuery = {
  resolution: z.optional(wholeNumber.check(z.minimum(10), z.maximum(86_400))),
};

export const metricQuery = {
  metricType: z._default(z.enum(DATA_VOLUME_METRICS), 'EVENTS_BYTES'),
  pods: repeated(z.string()),
};

export const paginationSchema = z.object({ totalCount: z.int() });

/** 64-bit counts are sent as decimal text; numbers are accepted too. */
export const countSchema = z.union([
  z.string().check(z.regex(/^-?\d+$/)),
  z.pipe(z.int(), z.transform(String)),
]);
export type Count = string;

export const toCount = (value: number | bigint): Count => value.toString();
export const fromCount = (value: Count | number): number => Number(value);
