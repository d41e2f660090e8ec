import type { SelectQueryBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** A window on an ordered list. */
export type Page = { offset: number; limit: number; descending: boolean };

/** Reads the pagination parameters of a call. */
export const pageOf = (query: {
  'pagination.offset': number;
  'pagination.limit': number;
  'pagination.ordering.descending': boolean;
}): Page => ({
  offset: query['pagination.offset'],
  limit: query['pagination.limit'],
  descending: query['pagination.ordering.descending'],
});

/** A window on a list that is read whole because it is short. */
export function windowOf<T>(rows: T[], query: Parameters<typeof pageOf>[0], natural: 'asc' | 'desc'): T[] {
  const page = pageOf(query);
  const ordered = page.descending === (natural === 'desc') ? rows : rows.toReversed();
  return ordered.slice(page.offset, page.offset + page.limit);
}

/** How many rows a filtered query holds in all. */
export async function countRows<T extends keyof Database>(
  query: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number((row as { total: number }).total);
}

/** The object without one key. */
export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = value;
  return rest;
}

/** Lists in parts that stay under the databases' limit of parameters. */
export function chunks<T>(items: readonly T[], size = 500): T[][] {
  const parts: T[][] = [];
  for (let index = 0; index < items.length; index += size) parts.push(items.slice(index, index + size));
  return parts;
}
