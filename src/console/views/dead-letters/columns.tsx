import { cut, tone } from '../../../../styles/text.css.ts';
import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { escapeHiddenCharacters } from '../../components/widgets/text/visible-text.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import * as css from './dead-letters.css.ts';

export const formatPipeline = ({ pipelineName, pipelineId }: DeadLetterEntry): string =>
  pipelineName || `Deleted pipeline ${pipelineId}`;
export const formatNode = ({ nodeName, componentId }: DeadLetterEntry): string =>
  nodeName || `Deleted node ${componentId}`;
const formatLetterTime = ({ at }: DeadLetterEntry) => formatDateTime(new Date(at));

type Look = { label: string; shape: ShapeName; tone: Tone };

/** What happened to it since; undefined for nothing. */
export function findStateLook({ isReplaying, isUncertain, editedAt }: DeadLetterEntry): Look | undefined {
  if (isReplaying) return { label: 'Replaying', shape: 'pending', tone: 'info' };
  if (isUncertain) return { label: 'May have arrived', shape: 'triangle', tone: 'warn' };
  return editedAt === EMPTY_TIME ? undefined : { label: 'Edited', shape: 'info', tone: 'text2' };
}

/** At 1024 px, time and reason fit beside the panel, which shows the rest. */
export const columns: readonly Column<DeadLetterEntry>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '142px',
    sortable: true,
    value: (row) => row.at,
    text: formatLetterTime,
    cell: (row) => <span className={css.time}>{formatLetterTime(row)}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(120px, 1.2fr)',
    sortable: true,
    value: (row) => row.errorName,
    cell: (row) => <span className={cut}>{row.errorName}</span>,
  },
  {
    id: 'pipeline',
    header: 'Pipeline',
    width: 'minmax(112px, 1.2fr)',
    shownFrom: 700,
    sortable: true,
    value: formatPipeline,
    cell: (row) => <span className={row.pipelineName === '' ? tone.text3 : cut}>{formatPipeline(row)}</span>,
  },
  {
    id: 'node',
    header: 'Node',
    width: 'minmax(112px, 1.2fr)',
    shownFrom: 560,
    sortable: true,
    value: formatNode,
    cell: (row) => <span className={row.nodeName === '' ? tone.text3 : cut}>{formatNode(row)}</span>,
  },
  {
    id: 'event',
    header: 'Event',
    width: 'minmax(120px, 3fr)',
    shownFrom: 460,
    value: (row) => row.event,
    cell: (row) => <span className={css.event}>{escapeHiddenCharacters(row.event)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '140px',
    shownFrom: 1000,
    sortable: true,
    value: (row) => findStateLook(row)?.label,
    cell: (row) => {
      const look = findStateLook(row);
      return look ? <StatusBadge {...look} /> : <Missing />;
    },
  },
  {
    id: 'size',
    header: 'Size',
    width: '76px',
    shownFrom: 860,
    align: 'end',
    sortable: true,
    value: (row) => fromCount(row.bytes),
    cell: (row) => <Figure figure={formatBytes(fromCount(row.bytes))} />,
  },
];
