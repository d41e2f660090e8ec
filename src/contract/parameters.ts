import { z } from 'zod';
import { DATA_VOLUME_METRICS } from './enums.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts';

/** A query parameter that may stand several times (`a=1&a=2`, R7-02); one value counts as a list of one. */
export const repeated = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), item])
    .transform((value): z.output<T>[] => (Array.isArray(value) ? value : [value]) as z.output<T>[])
    .optional();

/** `true` or `false` as text. */
export const booleanParameter = z
  .enum(['true', 'false'])
  .or(z.boolean())
  .transform((value) => value === true || value === 'true');

const wholeNumber = z.coerce.number().int();

export const unixSecondsParameter = wholeNumber.min(0).max(253_402_300_799);

/** Pagination and ordering (R3-97, R7-27). */
export const pageQuery = (...fields: [string, ...string[]]) => ({
  'pagination.offset': wholeNumber.min(0).default(0),
  'pagination.limit': wholeNumber.min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  'pagination.ordering.fieldName': z.enum(fields).default(fields[0]),
  'pagination.ordering.descending': booleanParameter.default(true),
});

/** A time range in whole seconds (R7-90). A range widens to whole buckets and the answer says so. */
export const rangeQuery = {
  'timeRange.startUnixTimeSeconds': unixSecondsParameter,
  'timeRange.endUnixTimeSeconds': unixSecondsParameter,
};

/** Seconds per point (R7-92); left out, the table of section 9 decides. */
export const resolutionQuery = { resolution: wholeNumber.min(10).max(86_400).optional() };

export const metricQuery = {
  metricType: z.enum(DATA_VOLUME_METRICS).default('EVENTS_BYTES'),
  pods: repeated(z.string()),
};

export const paginationSchema = z.object({ totalCount: z.number().int() });

/** 64-bit counts travel as decimal text (R7-95); readers take numbers too. */
export const countSchema = z.union([z.string().regex(/^-?\d+$/), z.number().int().transform(String)]);
export type Count = string;

export const toCount = (value: number | bigint): Count => value.toString();
export const fromCount = (value: Count | number): number => Number(value);
