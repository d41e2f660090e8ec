import { cut, tone } from '../../../../styles/text.css.ts';
import type { AuditRecord, AuditResult, AuditSource } from '../../../contract/entities/audit.ts';
import { toRecordChanges } from '../../components/record-changes/record-changes.ts';
import type { ChangeLine } from '../../components/widgets/change-list/types.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatDateTime } from '../../lib/format.ts';
import * as css from './audit.css.ts';

export const SOURCE_NAMES: Record<AuditSource, string> = {
  ui: 'Console',
  api: 'Program',
  key: 'API key',
  assistant: 'Assistant',
  git: 'Git',
};

type Look = { label: string; shape: ShapeName; tone: Tone };
export const RESULT_LOOKS: Record<AuditResult, Look> = {
  done: { label: 'Done', shape: 'check', tone: 'ok' },
  denied: { label: 'Denied', shape: 'octagon', tone: 'err' },
};

const formatRecordTime = (record: AuditRecord) => formatDateTime(new Date(record.at));
const formatWho = ({ userName, keyName }: AuditRecord): string =>
  keyName === '' ? userName : `${userName} key ${keyName}`;
const formatThing = ({ entity, entityName }: AuditRecord): string =>
  entity === '' ? '' : entityName === '' ? entity : `${entity} ${entityName}`;

const listFieldLines = (record: AuditRecord): ChangeLine[] =>
  toRecordChanges(record.changes).flatMap(({ lines }) => lines);
const formatFieldLine = ({ label, before, after }: ChangeLine): string =>
  `${label}: ${before ?? '(nothing)'} → ${after ?? '(nothing)'}`;

export const columns: readonly Column<AuditRecord>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '142px',
    sortable: true,
    value: (row) => row.sequence,
    text: formatRecordTime,
    cell: (row) => <span className={css.time}>{formatRecordTime(row)}</span>,
  },
  {
    id: 'user',
    header: 'User',
    width: 'minmax(112px, 1.8fr)',
    sortable: true,
    value: formatWho,
    cell: (row) =>
      row.userName === '' ? (
        <Missing />
      ) : (
        <span className={cut}>
          {row.userName}
          {row.keyName !== '' && <span className={tone.text3}> key {row.keyName}</span>}
        </span>
      ),
  },
  {
    id: 'action',
    header: 'Action',
    width: 'minmax(124px, 1.2fr)',
    sortable: true,
    value: (row) => row.action,
    cell: (row) => row.action,
  },
  {
    id: 'entity',
    header: 'Entity',
    width: 'minmax(124px, 2fr)',
    sortable: true,
    value: formatThing,
    cell: (row) =>
      row.entity === '' ? (
        <Missing />
      ) : (
        <span className={cut}>
          <span className={tone.text3}>{row.entity}</span> {row.entityName}
        </span>
      ),
  },
  {
    id: 'result',
    header: 'Result',
    width: '80px',
    sortable: true,
    value: (row) => RESULT_LOOKS[row.result].label,
    cell: (row) => <StatusBadge {...RESULT_LOOKS[row.result]} />,
  },
  {
    id: 'source',
    header: 'Through',
    width: '72px',
    sortable: true,
    value: (row) => SOURCE_NAMES[row.source],
    cell: (row) => SOURCE_NAMES[row.source],
  },
  {
    id: 'changes',
    header: 'Fields',
    isMinor: true,
    width: '52px',
    align: 'end',
    value: (row) => listFieldLines(row).length,
    // The exported file lists all changed fields.
    text: (row) => listFieldLines(row).map(formatFieldLine).join('; '),
    cell: (row) => String(listFieldLines(row).length),
  },
];
