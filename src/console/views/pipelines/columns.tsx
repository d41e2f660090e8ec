import { Link } from 'wouter';
import { mono, quietLink, tone } from '../../../../styles/text.css.ts';
import { paths } from '../../app/paths.ts';
import { PipelineStatus } from '../../parts/pipeline-status.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { formatExact } from '../../widgets/format.ts';
import { PercentBar } from '../../widgets/metrics/percent-bar.tsx';
import { CountBadge } from '../../widgets/status/badge.tsx';
import type { Column } from '../../widgets/table/types.ts';
import { Missing } from '../../widgets/text/missing.tsx';
import type { PipelineRow } from './pipeline-rows.ts';
import * as css from './pipelines.css.ts';

const version = ({ pipeline }: PipelineRow) => pipeline.deployedGraphVersion || pipeline.latestGraphVersion;

/** Columns of the list, in the order of R2.3-01; the action menu is the table's own last column. */
export const columns: readonly Column<PipelineRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(140px, 2fr)',
    sortable: true,
    value: (row) => row.pipeline.name,
    cell: (row) => (
      <span className={css.name}>
        <span className={`${css.cutName} ${css.strong}`}>{row.pipeline.name}</span>
        {version(row) > 0 && <span className={`${mono} ${tone.text3} ${css.version}`}>v{version(row)}</span>}
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(92px, 1fr)',
    sortable: true,
    value: (row) => row.sourceName,
    cell: (row) => row.sourceName ?? <Missing />,
  },
  {
    id: 'destination',
    header: 'Destination',
    width: 'minmax(104px, 1.2fr)',
    sortable: true,
    value: (row) => row.sinkNames[0],
    text: (row) => row.sinkNames.join(', '),
    cell: (row) => {
      const [first, ...more] = row.sinkNames;
      if (first === undefined) return <Missing />;
      return (
        <span className={css.name}>
          <span className={css.cutName}>{first}</span>
          {more.length > 0 && <CountBadge count={more.length} label="more destinations" />}
        </span>
      );
    },
  },
  {
    id: 'dataOptimized',
    header: 'Data Optimized',
    width: 'minmax(128px, 180px)',
    sortable: true,
    value: (row) => row.optimized,
    cell: (row) => <PercentBar percent={row.optimized} />,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '72px',
    align: 'end',
    sortable: true,
    value: (row) => row.errors,
    cell: (row) => {
      if (row.errors === undefined) return <Missing />;
      if (row.errors === 0) return <span className={tone.text3}>0</span>;
      return (
        <Link
          href={paths.pipelineErrors(row.pipeline.id, row.pipeline.siteId)}
          className={`${quietLink} ${tone.err}`}
          aria-label={`${formatExact(row.errors)} errors of ${row.pipeline.name}`}
          tabIndex={-1}
        >
          {formatExact(row.errors)}
        </Link>
      );
    },
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(120px, 160px)',
    sortable: true,
    value: (row) => statusLook(row.pipeline).label,
    cell: (row) => <PipelineStatus pipeline={row.pipeline} />,
  },
];
