import { parseLogQuery } from './parse.ts';
import { printLogQuery } from './print.ts';
import type { LogQuery } from './types.ts';

const withoutPlace = (query: LogQuery): string => printLogQuery(query);

const toParts = (query: LogQuery): readonly LogQuery[] => {
  if (query.kind === 'all') return [];
  return query.kind === 'and' ? query.parts : [query];
};

export const buildEquals = (field: string, value: string): LogQuery => ({
  kind: 'field',
  field,
  test: { kind: 'equals', value: [value] },
});

/**
 * Includes or excludes a field's value, replacing the opposite. An invalid query stays unchanged.
 * @returns the new query text
 */
export function narrowQuery(text: string, field: string, value: string, isExcluded: boolean): string {
  const { query } = parseLogQuery(text);
  if (!query) return text;
  const equals = buildEquals(field, value);
  const added: LogQuery = isExcluded ? { kind: 'not', part: equals } : equals;
  const opposite: LogQuery = isExcluded ? equals : { kind: 'not', part: equals };
  const kept = toParts(query).filter((part) => withoutPlace(part) !== withoutPlace(opposite));
  if (kept.some((part) => withoutPlace(part) === withoutPlace(added))) return text;
  const parts = [...kept, added];
  return printLogQuery(parts.length === 1 ? added : { kind: 'and', parts });
}

export function findNarrowing(
  query: LogQuery | undefined,
  field: string,
  value: string,
): 'included' | 'excluded' | undefined {
  if (!query) return undefined;
  const equals = buildEquals(field, value);
  const wanted = withoutPlace(equals);
  const unwanted = withoutPlace({ kind: 'not', part: equals });
  for (const part of toParts(query)) {
    const printed = withoutPlace(part);
    if (printed === wanted) return 'included';
    if (printed === unwanted) return 'excluded';
  }
  return undefined;
}
