import { useMemo } from 'react';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { rankConnections } from '../../../contract/totals.ts';
import { hasDetails } from '../../components/transformations/rows.ts';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { getRowHeight } from '../../components/widgets/table/row-height.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './dashboard.css.ts';

type TopConnection = {
  id: string;
  name: string;
  bytes: number;
  /** An existing pipeline uses it, so it exists too. */
  isLinked: boolean;
};

const MOST = 5;

/** By total bytes over all pipelines, then by name. */
const rank = (components: readonly SiteComponent[], kind: 'SOURCE' | 'SINK'): TopConnection[] =>
  rankConnections(components, kind).map(({ parts, ...one }) => ({
    ...one,
    isLinked: parts.some(({ pipelineStatus }) => hasDetails(pipelineStatus)),
  }));

type TopConnectionsProps = {
  kind: 'SOURCE' | 'SINK';
  /** Unit of the components. */
  unit: 'bytes' | 'events';
  components: readonly SiteComponent[] | undefined;
};

const createColumns = (measure: string, format: typeof formatBytes): readonly Column<TopConnection>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(100px, 2fr)',
    value: (row) => row.name,
    cell: (row) => row.name,
  },
  {
    id: 'amount',
    header: measure,
    width: 'minmax(100px, 1fr)',
    align: 'end',
    value: (row) => row.bytes,
    cell: (row) => <Figure figure={format(row.bytes)} />,
  },
];

const createBoth = (measure: string) => ({
  bytes: createColumns(measure, formatBytes),
  events: createColumns(measure, formatCount),
});

const KINDS = {
  SOURCE: { title: 'Top sources', columns: createBoth('Data Input'), href: paths.source },
  SINK: {
    title: 'Top destinations',
    columns: createBoth('Data Output'),
    href: (id: string) => paths.destinations({ destination: id }),
  },
};

const SKELETON_ROWS = 3;
const getRowId = (row: TopConnection) => row.id;
const getRowName = (row: TopConnection) => row.name;
/** Used only by deleted pipelines: it may be deleted too, so it is not a link. */
const getRowState = (row: TopConnection) => ({ dim: !row.isLinked });

/** Sources or destinations with the most data; Enter opens one. */
export function TopConnections({ kind, unit, components }: TopConnectionsProps) {
  const { title, columns, href } = KINDS[kind];
  const rows = useMemo(() => rank(components ?? [], kind), [components, kind]);
  const count = components === undefined ? SKELETON_ROWS : Math.max(1, Math.min(MOST, rows.length));
  return (
    <section aria-label={title} aria-busy={components === undefined || undefined} className={css.top}>
      <h2 className={css.topHeading}>{title}</h2>
      <div
        className={css.topRoom}
        style={{ height: `calc(var(--row-header) + ${getRowHeight('comfortable') * count}px + 16px)` }}
      >
        <DataTable
          label={title}
          columns={columns[unit]}
          rows={rows}
          rowLimit={MOST}
          rowId={getRowId}
          rowLabel={getRowName}
          rowState={getRowState}
          quietCursor
          isLate
          loading={components === undefined}
          empty={<p className={css.topEmpty}>No data found</p>}
          onOpen={(row) => {
            if (row.isLinked) goTo(href(row.id));
          }}
        />
      </div>
    </section>
  );
}
