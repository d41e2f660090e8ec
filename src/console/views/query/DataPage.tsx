import { useState } from 'react';
import type { Dataset } from '../../../contract/entities/query.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatBytes, formatExact, formatMinute } from '../../lib/format.ts';
import { goTo } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import * as css from './query.css.ts';
import { buildDatasetAddress } from './query-texts.ts';
import './scope.ts';

const NONE: readonly Dataset[] = [];
const getRowId = ({ name }: Dataset) => name;
const getRowText = ({ name, description, columns }: Dataset) =>
  `${name} ${description} ${columns.map((column) => column.name).join(' ')}`;
const createRowMenu = ({ name }: Dataset) => [{ id: 'queryData.query', args: { table: name } }];

const formatKind = ({ kind, isArchived }: Dataset): string => {
  if (kind === 'SERVICE') return 'Service';
  if (kind === 'FILE') return 'Uploaded file';
  return isArchived ? 'Archive' : 'Archive, ended';
};
const formatSetTime = (time: string): string | undefined =>
  time === EMPTY_TIME ? undefined : formatMinute(new Date(time));

const columns: readonly Column<Dataset>[] = [
  {
    id: 'name',
    header: 'Data',
    width: 'minmax(160px, 2fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 'minmax(112px, 1fr)',
    shownFrom: 700,
    sortable: true,
    value: formatKind,
    cell: formatKind,
  },
  {
    id: 'fields',
    header: 'Fields',
    width: '88px',
    align: 'end',
    sortable: true,
    value: (row) => row.columns.length,
    cell: (row) => formatExact(row.columns.length),
  },
  {
    id: 'size',
    header: 'Size',
    width: '104px',
    align: 'end',
    sortable: true,
    value: ({ kind, bytes }) => (kind === 'SERVICE' ? null : Number(bytes)),
    cell: ({ kind, bytes }) =>
      kind === 'SERVICE' ? <Missing /> : <Figure figure={formatBytes(Number(bytes))} />,
  },
  {
    id: 'from',
    header: 'From',
    width: '152px',
    shownFrom: 640,
    sortable: true,
    value: ({ startsAt }) => (startsAt === EMPTY_TIME ? null : startsAt),
    cell: ({ startsAt }) => formatSetTime(startsAt) ?? <Missing />,
  },
  {
    id: 'to',
    header: 'To',
    width: '152px',
    shownFrom: 640,
    sortable: true,
    value: ({ endsAt }) => (endsAt === EMPTY_TIME ? null : endsAt),
    cell: ({ endsAt }) => formatSetTime(endsAt) ?? <Missing />,
  },
];

function describeFields({ fileCount, describedFileCount, hasMoreFields }: Dataset): string {
  const files =
    describedFileCount < fileCount
      ? `${formatExact(describedFileCount)} of its ${formatExact(fileCount)} files`
      : 'all its files';
  const more = hasMoreFields ? ' There are more fields than these.' : '';
  return `Fields and their sizes, unpacked, are those of ${files}.${more} A query finds the fields of its own time.`;
}

function Fields({ row }: { row: Dataset }) {
  return (
    <div className={css.fields}>
      {row.description !== '' && <p>{row.description}</p>}
      {row.problem !== '' && <p className={css.problem}>{row.problem}</p>}
      {row.columns.length > 0 && (
        <ul className={css.fieldList} aria-label={`Fields of ${row.name}`}>
          {row.columns.map(({ name, type, bytes }) => (
            <li key={name}>
              <b>{name}</b> <span>{type.toLowerCase()}</span>{' '}
              {bytes !== undefined && (
                <span>
                  <Figure figure={formatBytes(Number(bytes))} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {row.kind === 'ARCHIVE' && row.fileCount > 0 && <p>{describeFields(row)}</p>}
    </div>
  );
}

export default function DataPage() {
  const site = useSite();
  const asked = useCall('listDatasets', { query: { siteId: site.id } }, { isSuppressed: true });
  const rows = asked.data?.datasets ?? NONE;
  const [cursorId, setCursorId] = useState<string>();
  const list = useListPage<Dataset>({
    name: 'query-data',
    rows,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowId,
    menuOf: createRowMenu,
  });
  usePublishScope('queryData', { current: list.cursor, datasets: rows });
  return (
    <ListPage<Dataset>
      list={list}
      title="Data"
      things="data"
      count={asked.data?.datasets.length}
      facts={
        asked.data && !rows.some(({ kind }) => kind === 'ARCHIVE') ? (
          <span className={css.none}>No source of this site is archived to files yet</span>
        ) : undefined
      }
      actions={<CommandButton id="queryData.query" label="Query" variant="primary" />}
      searchLabel="Search data"
      columns={columns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={<NothingFound />}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={(dataset) => goTo(buildDatasetAddress(dataset))}
      renderExpanded={(row) => <Fields row={row} />}
    />
  );
}
