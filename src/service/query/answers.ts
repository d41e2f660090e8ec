import type { QueryResult } from '../../contract/entities/query.ts';
import { ContractError } from '../../contract/errors.ts';
import { toCount } from '../../contract/parameters.ts';
import { type QueryAnswer, QueryFailed, QueryRefused, type UnreadFile } from '../../engine/port.ts';
import { toReading } from '../log-search/answers.ts';

type BesideAnswer = { readonly unread: readonly UnreadFile[]; readonly waiting: number };

export const toQueryResult = (answer: QueryAnswer, { unread, waiting }: BesideAnswer): QueryResult => ({
  columns: [...answer.columns],
  rows: answer.rows.map((row) => [...row]),
  hasMore: answer.hasMore,
  tables: [...answer.tables],
  reading: toReading(answer.reading, unread),
  waitingEventCount: toCount(waiting),
  readMs: answer.readMs,
  runMs: answer.runMs,
});

export function toQueryRefusal(error: unknown): unknown {
  if (error instanceof QueryFailed) return new ContractError('QUERY_TIMEOUT', error.message);
  if (!(error instanceof QueryRefused)) return error;
  const { message, place } = error;
  const where = place ? ` (line ${place.line}, column ${place.column})` : '';
  return new ContractError('VALIDATION_FAILED', `query: ${message}${where}`, {
    details: [{ field: 'query', rule: 'query', message, ...place }],
  });
}
