import { cut, mono, tone } from '../../../../styles/text.css.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatBytes, formatExact, formatFigure, formatMinute, formatPercent } from '../../lib/format.ts';
import type { RecommendationRow } from './scope.ts';

const STEPS: Readonly<Record<string, string>> = {
  remove_fields: 'Remove fields',
  filter: 'Filter',
  sample: 'Sample',
};

const nameStep = ({ templateId }: RecommendationRow): string => STEPS[templateId] ?? templateId;

/** In percent of the bytes at its place. */
export const computeSaving = ({ bytesBefore, bytesAfter }: RecommendationRow): number =>
  (100 * (bytesBefore - bytesAfter)) / Math.max(1, bytesBefore);

const formatSaving = (row: RecommendationRow): string => formatFigure(formatPercent(computeSaving(row)));

/** `40 events, 12 KB to 7 KB`. */
export function describeMeasured({ eventCount, bytesBefore, bytesAfter }: RecommendationRow): string {
  const [from, to] = [bytesBefore, bytesAfter].map((bytes) => formatFigure(formatBytes(bytes)));
  return `${formatExact(eventCount)} events, ${from} to ${to}`;
}

const formatCaptured = ({ capturedAt }: RecommendationRow): string => formatMinute(new Date(capturedAt));

export const recommendationColumns: readonly Column<RecommendationRow>[] = [
  {
    id: 'finding',
    header: 'Finding',
    width: 'minmax(180px, 3fr)',
    sortable: true,
    value: ({ title }) => title,
    cell: ({ title }) => <span className={cut}>{title}</span>,
  },
  {
    id: 'pipeline',
    header: 'Pipeline',
    width: 'minmax(104px, 2fr)',
    sortable: true,
    value: ({ pipelineName }) => pipelineName,
    cell: ({ pipelineName }) => <span className={cut}>{pipelineName}</span>,
  },
  {
    id: 'after',
    header: 'After',
    width: 'minmax(88px, 1.4fr)',
    shownFrom: 700,
    sortable: true,
    value: ({ componentName }) => componentName,
    cell: ({ componentName }) => <span className={`${cut} ${tone.text2}`}>{componentName}</span>,
  },
  {
    id: 'step',
    header: 'Step',
    width: '116px',
    shownFrom: 560,
    sortable: true,
    value: nameStep,
    cell: (row) => <span className={cut}>{nameStep(row)}</span>,
  },
  {
    id: 'saves',
    header: 'Saves',
    width: '76px',
    align: 'end',
    sortable: true,
    value: computeSaving,
    text: formatSaving,
    cell: (row) => <span className={mono}>{formatSaving(row)}</span>,
  },
  {
    id: 'measured',
    header: 'Measured on',
    width: 'minmax(196px, 2fr)',
    shownFrom: 860,
    value: describeMeasured,
    cell: (row) => <span className={`${cut} ${tone.text2}`}>{describeMeasured(row)}</span>,
  },
  {
    id: 'captured',
    header: 'Captured',
    width: '122px',
    shownFrom: 980,
    sortable: true,
    value: ({ capturedAt }) => capturedAt,
    text: formatCaptured,
    cell: (row) => <span className={mono}>{formatCaptured(row)}</span>,
  },
];
