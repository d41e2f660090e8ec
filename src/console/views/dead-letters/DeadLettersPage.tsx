import { useCallback, useMemo, useState } from 'react';
import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { actions } from '../../components/list-page/list-page.css.ts';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import type { Sort } from '../../components/widgets/table/types.ts';
import { formatBytes, formatExact, formatFigure } from '../../lib/format.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { columns } from './columns.tsx';
import * as css from './dead-letters.css.ts';
import { LetterPanel } from './LetterPanel.tsx';
import type { Order } from './letter-writes.ts';
import type { Chosen, ReplayTo } from './scope.ts';
import { useLetterFilters } from './use-letter-filters.ts';
import { useLetterWrites } from './use-letter-writes.ts';
import { type LetterCounts, useLetterCounts, useLetters } from './use-letters.ts';
import './scope.ts';

const getRowId = ({ id }: DeadLetterEntry) => id;
const getRowName = ({ errorName, nodeName }: DeadLetterEntry) =>
  `${errorName} of ${nodeName || 'a deleted node'}`;
const getRowState = ({ isReplaying }: DeadLetterEntry) => ({ pending: isReplaying });
const createRowMenu = ({ id }: DeadLetterEntry): readonly CommandMenuItem[] => [
  { id: 'deadLetters.replay', args: { letter: id } },
  { id: 'deadLetters.replayToStart', args: { letter: id } },
  { id: 'deadLetters.edit', args: { letter: id } },
  { id: 'deadLetters.discard', args: { letter: id }, danger: true, startsGroup: true },
];
const NEWEST_FIRST: Sort = { column: 'time', direction: 'descending' };

const Kept = ({ counts }: { counts: LetterCounts }) => (
  <span className={css.counts}>
    {formatExact(counts.total)} on the site, {formatFigure(formatBytes(counts.bytes))}
    {counts.dropped > 0 && `; ${formatExact(counts.dropped)} older ones deleted because of the limits`}
  </span>
);

const None = ({ isElsewhere, isNarrowed }: { isElsewhere: boolean; isNarrowed: boolean }) => {
  if (!isElsewhere)
    return (
      <EmptyState title="No dead letters" icon="deadLetter">
        Every event was delivered or is on its way. An event that a node or destination gives up, and a line
        that is too long, is kept here with the reason.
      </EmptyState>
    );
  if (isNarrowed) return <NoMatch what="dead letter" />;
  return (
    <EmptyState
      title="No dead letter in this time range"
      icon="deadLetter"
      action={<CommandButton id="filters.period" args={{ value: 'is:any' }} label="Show any time" />}
    >
      Dead letters of other times are kept.
    </EmptyState>
  );
};

const showLetter = (id: string | undefined): void =>
  goTo(paths.deadLetters() + changeQuery(window.location.search, { letter: id }), {
    replace: id === undefined,
  });

export default function DeadLettersPage() {
  const site = useSite();
  const counts = useLetterCounts(site.id);
  const { bar, filters, choice: filtered } = useLetterFilters(site.id, counts?.groups);
  const text = useListSearch().text.trim();
  const choice = useMemo(() => (text === '' ? filtered : { ...filtered, text }), [filtered, text]);
  const { letters, total, newestId, isLoading, error, retry } = useLetters(site.id, choice);
  const { search: parameters } = useShownLocation();
  const openId = new URLSearchParams(parameters).get('letter') ?? undefined;
  const [editedId, setEditedId] = useState<string>();
  const [cursorId, setCursorId] = useListCursor('deadLetters', openId);
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);

  const list = useListPage({
    name: 'dead-letters',
    rows: letters,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { selectedRows, cursor, table } = list;
  const currentId = openId ?? cursor?.id;
  const chosenIds = useMemo(
    () => (selectedRows.length > 0 ? selectedRows.map(getRowId) : currentId === undefined ? [] : [currentId]),
    [selectedRows, currentId],
  );
  const close = useCallback(() => {
    showLetter(undefined);
    table.current?.focus();
  }, [table]);
  const writes = useLetterWrites(
    useCallback(
      ({ chosen }: Order) => {
        const shownId = new URLSearchParams(window.location.search).get('letter');
        if (shownId !== null && (chosen === 'all' || chosen.includes(shownId))) close();
      },
      [close],
    ),
  );
  const { replay, discard, save, busy } = writes;
  const siteId = site.id;
  const orders = useMemo(() => {
    const toOrder = (chosen: Chosen): Order => ({ siteId, chosen, choice, newestId });
    return {
      replay: (chosen: Chosen, to: ReplayTo) => replay({ ...toOrder(chosen), to }),
      discard: (chosen: Chosen) => discard(toOrder(chosen)),
      save: (chosen: Chosen) => save(toOrder(chosen)),
    };
  }, [siteId, choice, newestId, replay, discard, save]);
  const leaveForm = useCallback(() => {
    setEditedId(undefined);
    table.current?.focus();
  }, [table]);
  const edit = useCallback((id: string) => {
    setEditedId(id);
    showLetter(id);
  }, []);
  usePublishScope('deadLetters', {
    letters,
    chosenIds,
    selectedCount: selectedRows.length,
    openId,
    total,
    busy,
    ...orders,
    edit,
  });

  return (
    <ListPage
      list={list}
      title="Dead letters"
      things="dead letters"
      facts={counts && counts.total > 0 && <Kept counts={counts} />}
      actions={
        <span className={actions}>
          <CommandButton id="deadLetters.replayAll" label="Replay all" />
          <CommandButton id="deadLetters.export" />
          <CommandButton id="deadLetters.discardAll" label="Discard all" variant="danger" />
        </span>
      }
      searchLabel="Search events and reasons"
      filters={{ bar, facts: filters, total: isLoading ? undefined : total }}
      columns={columns}
      isLoading={isLoading}
      error={error && { message: error.text.title }}
      onRetry={retry}
      empty={<None isElsewhere={(counts?.total ?? 0) > 0} isNarrowed={bar.canReset || text !== ''} />}
      sort={sort}
      onSortChange={setSort}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => showLetter(id)}
      rowState={getRowState}
      panel={
        openId === undefined
          ? undefined
          : {
              label: 'Dead letter',
              content: (
                <LetterPanel
                  key={openId}
                  id={openId}
                  siteId={siteId}
                  isEditing={editedId === openId}
                  isHeld={busy !== undefined}
                  onEdited={leaveForm}
                  onClose={close}
                />
              ),
            }
      }
    />
  );
}
