import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { type ComponentHealth, HEALTH_STATES } from '../../../contract/entities/health.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { paths } from '../../app/paths.ts';
import { HealthMark } from '../../parts/health/HealthMark.tsx';
import { type Figure as FigureParts, formatCount, formatPercent } from '../../widgets/format.ts';
import type { Column } from '../../widgets/table/types.ts';
import { Figure } from '../../widgets/text/figure.tsx';
import { Missing } from '../../widgets/text/missing.tsx';
import * as css from './monitoring.css.ts';

/** A node with the name of its pipeline. */
export type HealthRow = ComponentHealth & { pipelineName: string };

const percentOf = (share: number | null) => (share === null ? undefined : 100 * share);
const KINDS = { SOURCE: 'Source', TRANSFORM: 'Transform', SINK: 'Destination' } as const;

/** How bad it is, as a number to sort by. */
export const rankOf = ({ state }: HealthRow): number => HEALTH_STATES.indexOf(state);

/** How each node that runs fares, why, and the figures behind it. */
export const healthColumns: readonly Column<HealthRow>[] = [
  {
    id: 'component',
    header: 'Component',
    width: 'minmax(104px, 1.3fr)',
    sortable: true,
    value: (row) => row.nodeName,
    cell: (row) => <span className={css.name}>{row.nodeName || <Missing />}</span>,
  },
  {
    id: 'pipeline',
    header: 'Pipeline',
    width: 'minmax(96px, 1.1fr)',
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
    value: rankOf,
    text: (row) => row.state,
    cell: (row) => <HealthMark state={row.state} />,
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(160px, 5fr)',
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
    cell: (row) => <Figure figure={formatPercent(percentOf(row.figures.utilisation))} />,
  },
  {
    id: 'buffer',
    header: 'Buffer',
    width: '68px',
    align: 'end',
    sortable: true,
    value: (row) => row.figures.bufferShare,
    cell: (row) => <Figure figure={formatPercent(percentOf(row.figures.bufferShare))} />,
  },
  {
    id: 'lag',
    header: 'Lag',
    width: '60px',
    align: 'end',
    sortable: true,
    value: (row) => row.figures.lagSeconds,
    cell: (row) => <Figure figure={lagFigure(row.figures.lagSeconds)} />,
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

/** From which age on it is told in which unit, seconds each; the longest first. */
const LAG_UNITS = [
  { from: 7200, seconds: 3600, unit: 'h' },
  { from: 120, seconds: 60, unit: 'min' },
  { from: 0, seconds: 1, unit: 's' },
];

/** Whole units without decimals: an age of a buffer moves with every read. */
export function lagFigure(age: number | null): FigureParts | undefined {
  const told = LAG_UNITS.find(({ from }) => age !== null && age >= from);
  return told && { value: String(Math.floor((age ?? 0) / told.seconds)), unit: told.unit };
}
