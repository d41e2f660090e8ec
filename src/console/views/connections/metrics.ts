import { isAlive } from '../../../contract/entities/node.ts';
import type { Connection } from '../../components/connection-form/kinds.ts';
import { buildErrorFigure, tallyErrors } from '../../components/errors/error-tally.ts';
import type { Metric } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatAge, formatByteRate, formatCount, formatDateTime, formatEventRate } from '../../lib/format.ts';
import type { ConnectionFacts } from './use-connection-facts.ts';

/** A rate needs two samples, one second apart. */
function describeRate({ bytesPerSecond, running, unknown }: ConnectionFacts): string {
  if (bytesPerSecond !== undefined) return 'now';
  if (unknown !== undefined) return unknown;
  return running.length > 0 ? 'Being counted' : 'Not running';
}

export function buildConnectionMetrics(connection: Connection, facts: ConnectionFacts): Metric[] {
  const errors = buildErrorFigure(tallyErrors(facts.errors));
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
      ...errors,
      label: 'Errors, last hour',
      ...(unknown !== undefined && { figure: undefined, sub: unknown }),
    },
    {
      id: 'pipelines',
      label: 'Pipelines',
      figure: unknown === undefined ? formatCount(facts.pipelines.length) : undefined,
      sub: unknown ?? `${facts.running.length} deployed`,
    },
  ];
}
