import { DEFAULT_TIME_RANGE } from '../../../../machines/time-filter/index.ts';
import type { ThreeSeries } from '../../../contract/entities/analytics.ts';
import { useCall } from '../../api/use-call.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import * as css from './source.css.ts';

const REFRESH_MS = 60_000;

const sumInput = ({ inputDataSeries }: ThreeSeries): number =>
  inputDataSeries.timeSeriesTuple.reduce((sum, { value }) => sum + (value ?? 0), 0);

/**
 * Bytes of the last hour as received, compressed and with delimiters, or parsed with a flag, as the note
 * says. Read for one pipeline, because each counts the source once.
 */
export function ReceivedNote({
  siteId,
  sourceId,
  pipelineId,
}: Record<'siteId' | 'sourceId' | 'pipelineId', string>) {
  const isParsed = useStore(flagsOn)?.has('displayAlteredValues') === true;
  const { start, end } = useTimeSpan(REFRESH_MS, DEFAULT_TIME_RANGE);
  const range = { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end };
  const { data } = useCall(
    'getComponentSeries',
    { path: { nodeId: sourceId }, query: { siteId, pipelineId, metricType: 'RAW_BYTES', ...range } },
    { isSuppressed: true, keepPrevious: true },
  );
  const bytes = data && sumInput(data);
  if (!bytes) return null;
  return (
    <p className={css.note}>
      {isParsed ? 'Parsed' : 'Received'} in the last hour: <Figure figure={formatBytes(bytes)} />
      {isParsed ? ', in place of the bytes received' : ', as it came in'}
    </p>
  );
}
