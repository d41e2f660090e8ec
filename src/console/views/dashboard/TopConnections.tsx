import { useMemo } from 'react';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { formatBytes } from '../../widgets/format.ts';
import { DataTable } from '../../widgets/table/data-table.tsx';
import { rowHeightOf } from '../../widgets/table/row-height.ts';
import type { Column } from '../../widgets/table/types.ts';
import { Figure } from '../../widgets/text/figure.tsx';
import * as css from './dashboard.css.ts';
import { type TopConnection, topConnections } from './top-connections.ts';

type TopConnectionsProps = {
  kind: 'SOURCE' | 'SINK';
  /** Undefined while they are not known. */
  components: readonly SiteComponent[] | undefined;
};

const columnsOf = (measure: string): readonly Column<TopConnection>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(100px, 2fr)',
    value: (row) => row.name,
    cell: (row) => row.name,
  },
  {
    id: 'bytes',
    header: measure,
    width: 'minmax(100px, 1fr)',
    align: 'end',
    value: (row) => row.bytes,
    cell: (row) => <Figure figure={formatBytes(row.bytes)} />,
  },
];

const KINDS = {
  SOURCE: { title: 'Top sources', columns: columnsOf('Data Input'), href: paths.source },
  SINK: {
    title: 'Top destinations',
    columns: columnsOf('Data Output'),
    href: (id: string) => paths.destinations({ destination: id }),
  },
};

const SKELETON_ROWS = 3;
const idOf = (row: TopConnection) => row.id;
const nameOf = (row: TopConnection) => row.name;
/** One of deleted pipelines alone may be gone itself: nothing is there to go to. */
const stateOf = (row: TopConnection) => ({ dim: !row.isLinked });

/** The sources that took in most, or the destinations that got most, over all pipelines; Enter opens one (R2.1-05). */
export function TopConnections({ kind, components }: TopConnectionsProps) {
  const { title, columns, href } = KINDS[kind];
  const rows = useMemo(() => topConnections(components ?? [], kind), [components, kind]);
  const count = components === undefined ? SKELETON_ROWS : Math.max(1, rows.length);
  return (
    <section aria-label={title} aria-busy={components === undefined || undefined} className={css.top}>
      <h2 className={css.topHeading}>{title}</h2>
      <div
        className={css.topRoom}
        style={{ height: `calc(var(--row-header) + ${rowHeightOf('comfortable') * count}px + 16px)` }}
      >
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowLabel={nameOf}
          rowState={stateOf}
          quietCursor
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
