export { compareValues } from './compare.ts';
export { buildEquals, findNarrowing, narrowQuery } from './edit.ts';
export { parseLogQuery } from './parse.ts';
export { printField, printLogQuery } from './print.ts';
export type { FieldTest, LogQuery, ParsedQuery, QueryError, RegexTest, Wildcard } from './types.ts';
