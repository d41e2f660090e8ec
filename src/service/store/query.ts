import type { SelectQueryBuilder } from 'kysely';
import type { Database } from './schema.ts';

export type Page = { offset: number; limit: number; descending: boolean };

export const toPage = (query: {
  'pagination.offset': number;
  'pagination.limit': number;
  'pagination.ordering.descending': boolean;
}): Page => ({
  offset: query['pagination.offset'],
  limit: query['pagination.limit'],
  descending: query['pagination.ordering.descending'],
});

/** For short lists that are read whole. */
export function toWindow<T>(rows: T[], query: Parameters<typeof toPage>[0], natural: 'asc' | 'desc'): T[] {
  const page = toPage(query);
  const ordered = page.descending === (natural === 'desc') ? rows : rows.toReversed();
  return ordered.slice(page.offset, page.offset + page.limit);
}

export async function countRows<T extends keyof Database>(
  query: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number((row as { total: number }).total);
}

export function withoutColumns<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = value;
  return rest;
}

/** Stays under the databases' limit of parameters. */
export function splitIntoChunks<T>(items: readonly T[], size = 500): T[][] {
  const parts: T[][] = [];
  for (let index = 0; index < items.length; index += size) parts.push(items.slice(index, index + size));
  return parts;
}
