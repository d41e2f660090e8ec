import type { Suite } from './suite.ts';
import { FIELD_SUITES } from './suites-fields.ts';
import { FILE_SUITES } from './suites-file.ts';
import { FILTER_SUITES } from './suites-filter.ts';
import { KAFKA_SUITES } from './suites-kafka.ts';
import { PARSE_SUITES } from './suites-parse.ts';
import { REDACT_SUITES } from './suites-redact.ts';
import { ROUTE_SUITES } from './suites-route.ts';
import { UDP_SUITES } from './suites-udp.ts';

/** Everything that is rendered, with ugly events. The number of a suite is its place. */
export const SUITES: readonly Suite[] = [
  ...FILE_SUITES,
  ...FILTER_SUITES,
  ...FIELD_SUITES,
  ...PARSE_SUITES,
  ...ROUTE_SUITES,
  ...REDACT_SUITES,
  ...KAFKA_SUITES,
  ...UDP_SUITES,
];

/** Lines and messages by component: each is a case. */
export function countCases(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { component, content, lines, messages } of SUITES) {
    const count = content
      ? content.toString('latin1').trimEnd().split('\n').length
      : (messages ?? lines).length;
    counts[component] = (counts[component] ?? 0) + count;
  }
  return counts;
}
