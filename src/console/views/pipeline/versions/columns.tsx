import { formatVersionLabel } from '../../../../../machines/displayed-version/index.ts';
import type { Version } from '../../../../contract/entities/pipeline.ts';
import { EMPTY_TIME } from '../../../../contract/limits.ts';
import { changeChips } from '../../../../graph/change-counts.ts';
import { chipOf, chips as chipsRow } from '../../../components/version-changes/version-changes.css.ts';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import type { Column } from '../../../components/widgets/table/types.ts';
import { Missing } from '../../../components/widgets/text/missing.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import * as css from './versions.css.ts';

export type VersionRow = Version & { isDeployed: boolean; isShown: boolean };

export const toVersionRows = (versions: readonly Version[], deployed: number, shown: number): VersionRow[] =>
  versions.map((one) => ({
    ...one,
    isDeployed: one.version === deployed,
    isShown: one.version === shown,
  }));

export const formatChips = ({ changes }: Version): string =>
  changeChips(changes)
    .map(({ text }) => text)
    .join(', ');

function Changes({ row }: { row: VersionRow }) {
  const chips = changeChips(row.changes);
  if (chips.length === 0) return <Missing />;
  return (
    <span className={chipsRow} title={formatChips(row)}>
      {chips.map(({ kind, text }) => (
        <span key={text} className={chipOf[kind]}>
          {text}
        </span>
      ))}
    </span>
  );
}

const formatMarks = ({ isDeployed, isShown, deployedAt }: VersionRow): string =>
  [isDeployed ? 'deployed' : deployedAt === EMPTY_TIME ? '' : 'was deployed', isShown ? 'shown' : '']
    .filter(Boolean)
    .join(', ');

export const columns: readonly Column<VersionRow>[] = [
  {
    id: 'version',
    header: 'Version',
    width: 'minmax(150px, 1.4fr)',
    value: (row) => row.version,
    text: (row) => [formatVersionLabel(row.version, row.name), formatMarks(row)].filter(Boolean).join(', '),
    cell: (row) => (
      <span className={css.firstLines}>
        <span className={css.version}>
          <span className={css.number}>v{row.version}</span>
          {row.name !== '' && (
            <span className={css.name} title={row.name}>
              {row.name}
            </span>
          )}
        </span>
        {(row.isDeployed || row.isShown) && (
          <span className={css.marks}>
            {row.isDeployed && (
              <span className={css.mark}>
                <StatusShape shape="check" tone="ok" size={12} />
                Deployed
              </span>
            )}
            {row.isShown && <span className={css.shown}>Shown</span>}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'changes',
    header: 'Changes',
    width: 'minmax(88px, 1fr)',
    text: formatChips,
    cell: (row) => <Changes row={row} />,
  },
  {
    id: 'saved',
    header: 'Saved',
    width: 'minmax(112px, 1fr)',
    value: (row) => row.createdAt,
    text: (row) => `${row.createdBy}, ${formatDateTime(row.createdAt)}`,
    cell: (row) => (
      <span
        className={css.lines}
        title={row.deployedAt === EMPTY_TIME ? undefined : `Last deployed ${formatDateTime(row.deployedAt)}`}
      >
        <span className={css.author}>{row.createdBy}</span>
        <span className={css.time}>{formatDateTime(row.createdAt)}</span>
      </span>
    ),
  },
];
