import { tone } from '../../../../../styles/text.css.ts';
import {
  type DataInsights,
  DISTINCT_MAX,
  type FieldInsight,
  type PatternInsight,
} from '../../../../contract/entities/insights.ts';
import { PercentBar } from '../../../components/widgets/metrics/percent-bar.tsx';
import type { Column } from '../../../components/widgets/table/types.ts';
import { Figure } from '../../../components/widgets/text/figure.tsx';
import { Missing } from '../../../components/widgets/text/missing.tsx';
import { escapeHiddenCharacters } from '../../../components/widgets/text/visible-text.ts';
import { formatBytes, formatExact } from '../../../lib/format.ts';
import * as css from './insights.css.ts';
import { computeShare } from './savings.ts';

const formatTypes = ({ types }: FieldInsight): string => Object.keys(types).join(', ');
const formatTopValues = ({ topValues }: FieldInsight): string =>
  topValues.map(({ value, count }) => `${value} (${count})`).join(', ');

const formatDistinct = ({ distinct }: FieldInsight): string | undefined => {
  if (distinct === null) return undefined;
  return distinct >= DISTINCT_MAX ? `${formatExact(DISTINCT_MAX)}+` : formatExact(distinct);
};

const createVolumeColumns = <Row extends { bytes: number }>(bytes: number): Column<Row>[] => [
  {
    id: 'share',
    header: 'Share of volume',
    width: 'minmax(104px, 140px)',
    sortable: true,
    value: (row) => computeShare(row.bytes, bytes),
    cell: (row) => <PercentBar percent={computeShare(row.bytes, bytes)} />,
  },
  {
    id: 'bytes',
    header: 'Volume',
    width: '88px',
    align: 'end',
    sortable: true,
    value: (row) => row.bytes,
    cell: (row) => <Figure figure={formatBytes(row.bytes)} />,
  },
];

/** Minimum width in pixels for all columns. */
export const WIDE_PX = 820;

export const createFieldColumns = ({ events, bytes }: DataInsights): Column<FieldInsight>[] => [
  {
    id: 'path',
    header: 'Field',
    width: 'minmax(168px, 1.4fr)',
    sortable: true,
    searchable: true,
    value: (row) => row.path,
    cell: (row) => <span className={css.text}>{escapeHiddenCharacters(row.path)}</span>,
  },
  ...createVolumeColumns<FieldInsight>(bytes),
  {
    id: 'presence',
    header: 'Present',
    width: '72px',
    align: 'end',
    sortable: true,
    value: (row) => computeShare(row.presence, events),
    cell: (row) => `${Math.round(computeShare(row.presence, events) ?? 0)}%`,
  },
  {
    id: 'types',
    header: 'Types',
    width: 'minmax(80px, .6fr)',
    shownFrom: WIDE_PX,
    sortable: true,
    value: formatTypes,
    cell: formatTypes,
  },
  {
    id: 'distinct',
    header: 'Values',
    width: '64px',
    align: 'end',
    sortable: true,
    value: (row) => row.distinct,
    cell: (row) => formatDistinct(row) ?? <Missing />,
  },
  {
    id: 'topValues',
    header: 'Top values',
    width: 'minmax(96px, 2fr)',
    value: formatTopValues,
    cell: (row) =>
      row.topValues.length === 0 ? (
        <Missing />
      ) : (
        <span className={css.text}>
          {row.topValues.map(({ value, count }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two cut values may read the same
            <span key={at}>
              {at > 0 && ', '}
              {value === '' ? <span className={tone.text3}>empty</span> : escapeHiddenCharacters(value)}
              <span className={css.count}> {count}</span>
            </span>
          ))}
        </span>
      ),
  },
];

export const createPatternColumns = ({ bytes }: DataInsights): Column<PatternInsight>[] => [
  {
    id: 'pattern',
    header: 'Event pattern',
    width: 'minmax(160px, 4fr)',
    sortable: true,
    searchable: true,
    value: (row) => row.pattern,
    cell: (row) => <span className={css.text}>{escapeHiddenCharacters(row.pattern)}</span>,
  },
  {
    id: 'count',
    header: 'Events',
    width: '84px',
    align: 'end',
    sortable: true,
    value: (row) => row.count,
    cell: (row) => formatExact(row.count),
  },
  ...createVolumeColumns<PatternInsight>(bytes),
];
