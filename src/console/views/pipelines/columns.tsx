import { Link } from 'wouter';
import { mono, quietLink, tone } from '../../../../styles/text.css.ts';
import { formatLook, getPipelineLook } from '../../components/health/pipeline-look.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { PercentBar } from '../../components/widgets/metrics/percent-bar.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatCount, formatExact, formatFigure } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { PipelineRow } from './pipeline-rows.ts';
import * as css from './pipelines.css.ts';

const getShownVersion = ({ pipeline }: PipelineRow) =>
  pipeline.deployedGraphVersion || pipeline.latestGraphVersion;

/** Higher counts are abbreviated on screen; the accessible name stays exact. */
const EXACT_BELOW = 10_000;

const describeRowState = ({ pipeline, health }: PipelineRow) => getPipelineLook(pipeline, health);

export const columns: readonly Column<PipelineRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(114px, 2fr)',
    sortable: true,
    value: (row) => row.pipeline.name,
    cell: (row) => (
      <span className={css.name}>
        <span className={`${css.cutName} ${css.strong}`}>{row.pipeline.name}</span>
        {getShownVersion(row) > 0 && (
          <span className={`${mono} ${tone.text3} ${css.version}`}>v{getShownVersion(row)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(80px, 1fr)',
    shownFrom: 980,
    sortable: true,
    value: (row) => row.sourceName,
    cell: (row) => row.sourceName ?? <Missing />,
  },
  {
    id: 'destination',
    header: 'Destination',
    width: 'minmax(86px, 1.2fr)',
    shownFrom: 820,
    sortable: true,
    value: (row) => row.sinkNames[0],
    text: (row) => row.sinkNames.join(', '),
    cell: (row) => {
      const [first, ...more] = row.sinkNames;
      if (first === undefined) return <Missing />;
      return (
        <span className={css.name}>
          <span className={css.cutName}>{first}</span>
          {more.length > 0 && <CountBadge count={more.length} label="more destinations" more />}
        </span>
      );
    },
  },
  {
    id: 'dataOptimized',
    header: 'Data Optimized',
    width: 'minmax(126px, 0.9fr)',
    shownFrom: 600,
    sortable: true,
    value: (row) => row.optimized,
    cell: (row) => <PercentBar percent={row.optimized} />,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '80px',
    shownFrom: 480,
    align: 'end',
    sortable: true,
    value: (row) => row.errors,
    cell: (row) => {
      if (row.errors === undefined) return <Missing />;
      if (row.errors === 0) return <span className={tone.text3}>0</span>;
      return (
        <Link
          href={paths.pipelineErrors(row.pipeline.id, row.pipeline.siteId)}
          className={`${quietLink} ${tone.err} ${css.errors}`}
          aria-label={`${formatExact(row.errors)} errors of ${row.pipeline.name}`}
          tabIndex={-1}
        >
          <StatusShape shape="octagon" tone="err" />
          {row.errors < EXACT_BELOW ? formatExact(row.errors) : formatFigure(formatCount(row.errors))}
        </Link>
      );
    },
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(172px, 1fr)',
    sortable: true,
    value: (row) => formatLook(describeRowState(row)),
    cell: (row) => <StatusBadge {...describeRowState(row)} />,
  },
];
