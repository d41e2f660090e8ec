import { parseLogQuery } from '../../contract/log-query/index.ts';
import { compileMatcher, type Matcher, QueryPatternError } from './matcher.ts';

/** @throws QueryPatternError, also for a query that does not parse */
export function compileQuery(text: string): Matcher {
  const { query, error } = parseLogQuery(text);
  if (error) throw new QueryPatternError(error.message, error);
  return compileMatcher(query);
}
