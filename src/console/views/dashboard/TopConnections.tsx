import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { paths } from '../../app/paths.ts';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { formatBytes } from '../../widgets/format.ts';
import { Figure } from '../../widgets/text/figure.tsx';
import * as css from './dashboard.css.ts';
import { type TopConnection, topConnections } from './top-connections.ts';

type TopConnectionsProps = {
  kind: 'SOURCE' | 'SINK';
  /** Undefined while they are not known. */
  components: readonly SiteComponent[] | undefined;
};

const KINDS = {
  SOURCE: { title: 'Top sources', measure: 'Data Input', href: paths.source },
  SINK: {
    title: 'Top destinations',
    measure: 'Data Output',
    href: (id: string) => paths.destinations({ destination: id }),
  },
};

function Row({ row, href, most }: { row: TopConnection; href: string; most: number }) {
  return (
    <tr>
      <th scope="row">
        {row.isLinked ? (
          <Link href={href} className={quietLink}>
            {row.name}
          </Link>
        ) : (
          row.name
        )}
      </th>
      <td className={css.topFigure}>
        <Figure figure={formatBytes(row.bytes)} />
        <span
          className={css.topShare}
          aria-hidden="true"
          style={{ width: `${most === 0 ? 0 : (row.bytes / most) * 100}%` }}
        />
      </td>
    </tr>
  );
}

/** The sources that took in most, or the destinations that got most, over all pipelines (R2.1-05). */
export function TopConnections({ kind, components }: TopConnectionsProps) {
  const { title, measure, href } = KINDS[kind];
  const rows = topConnections(components ?? [], kind);
  return (
    <section aria-label={title} aria-busy={components === undefined || undefined} className={css.top}>
      <h2 className={css.topHeading}>{title}</h2>
      {components === undefined ? (
        <Skeleton label={title} width="60%" />
      ) : rows.length === 0 ? (
        <p className={css.topEmpty}>No data found</p>
      ) : (
        <table className={css.topTable}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{measure}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} href={href(row.id)} most={rows[0]?.bytes ?? 0} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
