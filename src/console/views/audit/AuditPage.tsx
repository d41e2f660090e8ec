import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CallQuery } from '../../../contract/calls/index.ts';
import type { AuditRecord } from '../../../contract/entities/audit.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { callQuery, useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { actions } from '../../components/list-page/list-page.css.ts';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { toRecordChanges } from '../../components/record-changes/record-changes.ts';
import { isHappenedWithin, useOpenSpan } from '../../components/time-filter/use-happened-within.ts';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import type { Sort } from '../../components/widgets/table/types.ts';
import { formatExact } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import * as css from './audit.css.ts';
import { columns, SOURCE_NAMES } from './columns.tsx';
import { useAuditFilters } from './use-audit-filters.ts';
import './scope.ts';

/**
 * Reads all matching records, oldest first, so that records written meanwhile do not shift the pages. Returns
 * them newest first.
 * @throws ApiError
 */
async function readEveryRecord(query: CallQuery<'listAuditRecords'>): Promise<AuditRecord[]> {
  const within = { toTimestamp: new Date(Date.now() + 1000).toISOString(), ...query };
  const found: AuditRecord[] = [];
  for (let offset = 0; ; offset += PAGE_LIMIT_MAX) {
    const page = { 'pagination.offset': offset, 'pagination.limit': PAGE_LIMIT_MAX };
    const asked = { ...within, ...page, 'pagination.ordering.descending': false };
    const { auditRecords } = (await callApi('listAuditRecords', { query: asked })).data;
    found.push(...auditRecords);
    if (auditRecords.length < PAGE_LIMIT_MAX) return found.reverse();
  }
}

const getRowId = (row: AuditRecord) => String(row.sequence);
const getRowName = (row: AuditRecord) => `${row.action} ${row.entityName}`;
const createRowMenu = () => [];
const NEWEST_FIRST: Sort = { column: 'time', direction: 'descending' };
const NONE: readonly AuditRecord[] = [];

const formatThrough = ({ source, keyName }: AuditRecord): string =>
  keyName === '' ? SOURCE_NAMES[source].toLowerCase() : `API key '${keyName}'`;

function RecordDetails({ row }: { row: AuditRecord }) {
  return (
    <div className={css.details}>
      {row.reason !== '' && <p className={css.facts}>Denied: {row.reason}</p>}
      {row.changes.length > 0 ? (
        <ChangeList label={`Changes of record ${row.sequence}`} changes={toRecordChanges(row.changes)} />
      ) : (
        <p className={css.facts}>Nothing that is stored was changed.</p>
      )}
      <p className={css.facts}>
        Record {formatExact(row.sequence)}, through: {formatThrough(row)}, call{' '}
        <span className={css.hash}>{row.call}</span>, signature{' '}
        <span className={css.hash}>{row.hash.slice(0, 16)}…</span>
      </p>
    </div>
  );
}

/** For exports: includes records not on screen. */
async function readAll(...asked: Parameters<typeof readEveryRecord>) {
  notify({ message: 'All matching records are read for the file', status: 'info' });
  try {
    return await readEveryRecord(...asked);
  } catch (error) {
    reportApiError(error, { id: 'listAuditRecords' });
    return undefined;
  }
}

/** On request, since it reads every record. */
function useVerification() {
  const query = useQuery({ ...callQuery('verifyAuditRecords', {}, ''), enabled: false });
  const { refetch } = query;
  const verify = useCallback(() => void refetch(), [refetch]);
  return { check: query.data, isVerifying: query.isFetching, verify };
}

/** Audit log; the verification proves that no record was changed. */
export default function AuditPage() {
  const site = useSite();
  const { start, end } = useOpenSpan();
  const { bar, filters, query: chosen } = useAuditFilters(site.id);
  const search = useListSearch();
  const text = search.text.trim();
  const asked = useMemo(
    () => ({
      ...isHappenedWithin(end === undefined ? { start } : { start, end }),
      ...(text !== '' && { text }),
      ...chosen,
    }),
    [start, end, text, chosen],
  );
  const query = { ...asked, 'pagination.limit': PAGE_LIMIT_MAX };
  const call = useCall('listAuditRecords', { query }, { keepPrevious: true, isSuppressed: true });
  const records = (chosen && call.data?.auditRecords) ?? NONE;
  const total = (chosen && call.data?.pagination.totalCount) ?? 0;
  const { check, isVerifying, verify } = useVerification();
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const setExpanded = useCallback(
    (id: string, isOpen: boolean) =>
      setExpandedIds((former) => new Set(isOpen ? [...former, id] : [...former].filter((one) => one !== id))),
    [],
  );

  const readAllThatFit = useCallback(() => readAll(asked), [asked]);
  const list = useListPage({
    name: 'audit',
    rows: records,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
    readAll: total > records.length ? readAllThatFit : undefined,
  });
  usePublishScope('audit', { isVerifying, verify });
  const details = useCallback((row: AuditRecord) => <RecordDetails row={row} />, []);

  return (
    <ListPage
      list={list}
      title="Audit"
      things="records"
      facts={
        <span role="status" className={css.verdict}>
          {check && (
            <>
              <StatusShape
                shape={check.isIntact ? 'check' : 'octagon'}
                tone={check.isIntact ? 'ok' : 'err'}
              />
              {check.isIntact ? `All ${formatExact(check.records)} records are unchanged` : check.reason}
            </>
          )}
        </span>
      }
      actions={
        <span className={actions}>
          <CommandButton id="audit.verify" />
          <CommandButton id="list.exportCsv" />
        </span>
      }
      searchLabel="Search by user, action or entity"
      filters={{ bar, facts: filters, total: call.isPending ? undefined : total }}
      columns={columns}
      isLoading={call.isPending}
      error={call.error}
      onRetry={() => void call.refetch()}
      empty={
        bar.canReset || text !== '' ? (
          <NoMatch what="record" />
        ) : (
          <EmptyState title="No records" icon="history">
            There were no changes in this time range.
          </EmptyState>
        )
      }
      sort={sort}
      onSortChange={setSort}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      renderExpanded={details}
      expandedIds={expandedIds}
      onExpandedChange={setExpanded}
    />
  );
}
