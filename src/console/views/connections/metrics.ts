import { isAlive } from '../../../contract/entities/node.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { Connection } from '../../components/connection-form/kinds.ts';
import type { Metric } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatAge, formatByteRate, formatCount, formatDateTime, formatEventRate } from '../../lib/format.ts';
import type { ConnectionFacts } from './use-connection-facts.ts';

const countFailures = ({ errors }: Pick<ConnectionFacts, 'errors'>): number =>
  errors
    .filter(({ errorLevel }) => errorLevel !== 'INFO')
    .reduce((sum, { count }) => sum + fromCount(count), 0);

/** A rate needs two samples, one second apart. */
function describeRate({ bytesPerSecond, running, unknown }: ConnectionFacts): string {
  if (bytesPerSecond !== undefined) return 'now';
  if (unknown !== undefined) return unknown;
  return running.length > 0 ? 'Being counted' : 'Not running';
}

export function buildConnectionMetrics(connection: Connection, facts: ConnectionFacts): Metric[] {
  const count = countFailures(facts);
  const { lastAlive, unknown } = facts;
  const isNever = !isAlive({ id: connection.id, lastAlive });
  const rate = formatEventRate(facts.eventsPerSecond);
  return [
    {
      id: 'rate',
      label: 'Data output',
      figure: formatByteRate(facts.bytesPerSecond),
      sub: describeRate(facts),
    },
    {
      id: 'events',
      label: 'Events',
      // The label already names the unit, which a narrow window would cut.
      figure: rate && { ...rate, unit: '/s' },
      sub: describeRate(facts),
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
