import type { ErrorEntry } from '../../../../contract/entities/analytics.ts';
import type { Metric } from '../../../components/widgets/metrics/metric-strip.tsx';
import { formatCount, formatFigure } from '../../../lib/format.ts';
import { countOccurrences, listOpenErrors } from '../graph/graph-view.ts';

function formatKinds(errors: number, warnings: number): string {
  const noun = (count: number) => (count === 1 ? 'kind' : 'kinds');
  if (errors === 0) return `${warnings} ${noun(warnings)} of warning`;
  const first = `${errors} ${noun(errors)} of error`;
  return warnings === 0 ? first : `${first}, ${warnings} of warning`;
}

/**
 * Unacknowledged errors and warnings by occurrence, as in the pipeline list. When all are acknowledged, their
 * count.
 */
export function buildErrorMetric(entries: readonly ErrorEntry[]): Pick<Metric, 'figure' | 'tone' | 'sub'> {
  const open = listOpenErrors(entries);
  const errors = open.filter((entry) => entry.errorLevel === 'ERROR');
  const warnings = open.filter((entry) => entry.errorLevel === 'WARN');
  const acknowledged = countOccurrences(entries) - countOccurrences(open);
  const sum = countOccurrences(errors) + countOccurrences(warnings);
  const quiet = acknowledged > 0 ? `${formatFigure(formatCount(acknowledged))} acknowledged` : 'None';
  return {
    figure: formatCount(sum),
    tone: errors.length > 0 ? 'err' : warnings.length > 0 ? 'warn' : undefined,
    sub: sum > 0 ? formatKinds(errors.length, warnings.length) : quiet,
  };
}
