import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { type ComponentHealth, HEALTH_STATES } from '../../../contract/entities/health.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { HealthMark } from '../../components/health/HealthMark.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { type Figure as FigureParts, formatCount, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import * as css from './monitoring.css.ts';

export type HealthRow = ComponentHealth & { pipelineName: string };

const toPercent = (share: number | null) => (share === null ? undefined : 100 * share);
const KINDS = { SOURCE: 'Source', TRANSFORM: 'Transform', SINK: 'Destination' } as const;

/** Sort key: a higher number is worse. */
export const getHealthRank = ({ state }: HealthRow): number => HEALTH_STATES.indexOf(state);

export const healthColumns: readonly Column<HealthRow>[] = [
  {
    id: 'component',
    header: 'Component',
    width: 'minmax(140px, 3fr)',
    sortable: true,
    value: (row) => row.nodeName,
    cell: (row) => <span className={css.name}>{row.nodeName || <Missing />}</span>,
  },
  {
    id: 'pipeline',
    header: 'Pipeline',
    width: 'minmax(104px, 2.4fr)',
    sortable: true,
    value: (row) => row.pipelineName,
    cell: (row) => (
      <Link href={paths.pipeline(row.pipelineId)} className={quietLink} tabIndex={-1}>
        {row.pipelineName}
      </Link>
    ),
  },
  {
    id: 'health',
    header: 'Health',
    width: '112px',
    sortable: true,
    value: getHealthRank,
    text: (row) => row.state,
    cell: (row) => <HealthMark state={row.state} />,
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(240px, 5fr)',
    value: (row) => row.reasons[0]?.text,
    cell: (row) => (row.reasons[0] ? <span className={css.why}>{row.reasons[0].text}</span> : <Missing />),
  },
  {
    id: 'busy',
    header: 'Utilization',
    width: '84px',
    align: 'end',
    sortable: true,
    value: (row) => row.figures.utilisation,
    cell: (row) => <Figure figure={formatPercent(toPercent(row.figures.utilisation))} />,
  },
  {
    id: 'buffer',
    header: 'Buffer',
    width: '68px',
    align: 'end',
    sortable: true,
    value: (row) => row.figures.bufferShare,
    cell: (row) => <Figure figure={formatPercent(toPercent(row.figures.bufferShare))} />,
  },
  {
    id: 'lag',
    header: 'Lag',
    width: '60px',
    align: 'end',
    sortable: true,
    value: (row) => row.figures.lagSeconds,
    cell: (row) => <Figure figure={formatLag(row.figures.lagSeconds)} />,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '60px',
    align: 'end',
    sortable: true,
    value: (row) => fromCount(row.figures.errors),
    cell: (row) => <Figure figure={formatCount(fromCount(row.figures.errors))} />,
  },
  {
    id: 'category',
    header: 'Category',
    width: '96px',
    sortable: true,
    value: (row) => KINDS[row.nodeType],
    cell: (row) => KINDS[row.nodeType],
  },
];

/** Lower limit of each unit in seconds, longest first. */
const LAG_UNITS = [
  { from: 7200, seconds: 3600, unit: 'h' },
  { from: 120, seconds: 60, unit: 'min' },
  { from: 0, seconds: 1, unit: 's' },
];

/** Whole units, since a buffer's age changes with every read. */
export function formatLag(age: number | null): FigureParts | undefined {
  const told = LAG_UNITS.find(({ from }) => age !== null && age >= from);
  return told && { value: String(Math.floor((age ?? 0) / told.seconds)), unit: told.unit };
}
