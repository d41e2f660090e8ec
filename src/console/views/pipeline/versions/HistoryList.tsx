import { useEffect, useMemo, useState } from 'react';
import { formatVersionLabel } from '../../../../../machines/displayed-version/index.ts';
import type { Pipeline, Version } from '../../../../contract/entities/pipeline.ts';
import { runCommand } from '../../../commands/runtime.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../../components/commands/CommandMenu.tsx';
import { useListTable } from '../../../components/list-table/use-list-table.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { DataTable } from '../../../components/widgets/table/data-table.tsx';
import { formatExact } from '../../../lib/format.ts';
import { CloseHistory } from './CloseHistory.tsx';
import { columns, toVersionRows, type VersionRow } from './columns.tsx';
import * as css from './versions.css.ts';
import './scope.ts';

const getRowId = (row: VersionRow) => String(row.version);
const getRowLabel = (row: VersionRow) => formatVersionLabel(row.version, row.name);

export type VersionList = {
  versions: readonly Version[];
  isLoading: boolean;
  failure: string | undefined;
  refetch: () => void;
};

type HistoryListProps = { pipeline: Pipeline; list: VersionList; shownVersion: number };

/** Newest first. */
export function HistoryList({ pipeline, list, shownVersion }: HistoryListProps) {
  const { versions, isLoading, failure, refetch } = list;
  const { deployedGraphVersion, id } = pipeline;
  const rows = useMemo(
    () => toVersionRows(versions, deployedGraphVersion, shownVersion),
    [versions, deployedGraphVersion, shownVersion],
  );
  const [cursorId, setCursorId] = useState<string>();
  const menuOf = (row: VersionRow): CommandMenuItem[] => {
    const version = getRowId(row);
    return [
      { id: 'pipeline.version', args: { pipeline: id, version } },
      { id: 'versions.compare', args: { from: version } },
      { id: 'versions.restore', args: { version } },
      { id: 'pipeline.deploy', args: { pipeline: id, version }, startsGroup: true },
    ];
  };
  const { table, props, selectedRows, cursor } = useListTable({
    name: 'versions',
    rows,
    rowId: getRowId,
    rowLabel: getRowLabel,
    search: undefined,
    menuOf,
  });
  const picked = useMemo(() => selectedRows.map(({ version }) => version), [selectedRows]);
  usePublishScope('pipeline.versions', {
    cursor: cursor?.version,
    picked,
  });
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (hasRows) table.current?.focus();
  }, [hasRows, table]);
  return (
    <>
      <header className={css.head}>
        <h2 className={css.title}>Version history</h2>
        <span className={css.quiet}>
          {formatExact(rows.length)} {rows.length === 1 ? 'version' : 'versions'}
        </span>
        <span className={css.right}>
          <CommandButton id="versions.compare" size="small" label="Compare" />
          <CommandButton id="versions.restore" size="small" label="Restore" />
          <CloseHistory />
        </span>
      </header>
      <div className={css.table}>
        <DataTable
          {...props}
          ref={table}
          label="Versions"
          columns={columns}
          loading={isLoading}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onOpen={(row) => runCommand('pipeline.version', { pipeline: id, version: getRowId(row) })}
          error={
            failure !== undefined && rows.length === 0 ? (
              <ErrorPanel title="The versions could not be read" cause={failure} onRetry={refetch} />
            ) : undefined
          }
          empty={
            <EmptyState title="No version yet" icon="history">
              Each save of the graph makes one.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
