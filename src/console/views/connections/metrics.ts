import { isAlive } from '../../../contract/entities/node.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { Connection } from '../../parts/connection-form/kinds.ts';
import {
  formatAge,
  formatByteRate,
  formatCount,
  formatDateTime,
  formatEventRate,
} from '../../widgets/format.ts';
import type { Metric } from '../../widgets/metrics/metric-strip.tsx';
import type { ConnectionFacts } from './use-connection-facts.ts';

/** Occurrences of the errors of the last hour. */
const occurrences = ({ errors }: Pick<ConnectionFacts, 'errors'>): number =>
  errors
    .filter(({ errorLevel }) => errorLevel !== 'INFO')
    .reduce((sum, { count }) => sum + fromCount(count), 0);

/** A rate takes two counts, a second apart. */
function rateNote({ bytesPerSecond, running, unknown }: ConnectionFacts): string {
  if (bytesPerSecond !== undefined) return 'now';
  if (unknown !== undefined) return unknown;
  return running.length > 0 ? 'Being counted' : 'Not running';
}

/** The figures of a source now, on its own screen. */
export function metricsOf(connection: Connection, facts: ConnectionFacts): Metric[] {
  const count = occurrences(facts);
  const { lastAlive, unknown } = facts;
  const isNever = !isAlive({ id: connection.id, lastAlive });
  const rate = formatEventRate(facts.eventsPerSecond);
  return [
    {
      id: 'rate',
      label: 'Data output',
      figure: formatByteRate(facts.bytesPerSecond),
      sub: rateNote(facts),
    },
    {
      id: 'events',
      label: 'Events',
      // In a narrow window the word, which the label says, would be cut.
      figure: rate && { ...rate, unit: '/s' },
      sub: rateNote(facts),
    },
    {
      id: 'last',
      label: 'Last event',
      figure: isNever ? undefined : { value: formatAge(lastAlive), unit: '' },
      sub: isNever ? 'Never' : formatDateTime(lastAlive),
    },
    {
      id: 'errors',
      label: 'Errors',
      figure: unknown === undefined ? formatCount(count) : undefined,
      tone: count > 0 ? 'err' : undefined,
      sub: unknown ?? 'in the last hour',
    },
    {
      id: 'pipelines',
      label: 'Pipelines',
      figure: unknown === undefined ? formatCount(facts.pipelines.length) : undefined,
      sub: unknown ?? `${facts.running.length} deployed`,
    },
  ];
}
