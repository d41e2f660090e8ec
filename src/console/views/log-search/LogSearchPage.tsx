import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type TimeSpan, toTimeSpan } from '../../../../machines/time-filter/index.ts';
import { wrap } from '../../../../styles/layout.css.ts';
import type { LogFacet, LogRow, LogSource } from '../../../contract/entities/log-search.ts';
import { narrowQuery, parseLogQuery } from '../../../contract/log-query/index.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { useLogCount } from '../../components/log-query/use-log-count.ts';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { storage } from '../../lib/storage.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { getNowUnixSeconds, reloads } from '../../state/moment.ts';
import { useSite } from '../../state/sites.ts';
import { useTimeRange } from '../../state/time-filter.ts';
import { notify, notifyCopied } from '../../state/toasts.ts';
import { buildColumns, formatRowTime } from './columns.tsx';
import { EventDetails } from './EventDetails.tsx';
import { cancelExport, exportLogs, exportUnderWay } from './export-logs.ts';
import { Facets } from './Facets.tsx';
import { Histogram } from './Histogram.tsx';
import { createHighlighter } from './highlight.ts';
import { buildBars, describeSelection, type Selection } from './histogram-data.ts';
import * as css from './log-search.css.ts';
import { QueryField } from './QueryField.tsx';
import { queryHistory, rememberQuery } from './query-history.ts';
import { SearchStatus } from './SearchStatus.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { prefetchLogRows, useLogRows } from './use-log-search.ts';
import { useAskedSearch, useSearchFlow } from './use-search-flow.ts';
import './scope.ts';

const NothingArchived = () => (
  <EmptyState
    title="Nothing is archived on this site"
    icon="archive"
    action={<CommandButton id="go.sources" label="Open sources" />}
  >
    Log Search finds the events that a source archived. Open a source and enable its archival, with a
    destination of the type File; what it receives from then on can be searched here.
  </EmptyState>
);

type NoMatchProps = { isAskable: boolean; isNarrowed: boolean };

/** Explains missing rows. */
function NoMatch({ isAskable, isNarrowed }: NoMatchProps) {
  if (!isAskable)
    return (
      <EmptyState title="Nothing was searched" icon="search">
        The query is wrong where it is underlined.
      </EmptyState>
    );
  return (
    <EmptyState title="No event matches" icon="search">
      {isNarrowed
        ? 'Choose a longer time, another archive, or fewer words.'
        : 'Nothing was archived in this time. Choose a longer time, or another archive.'}
    </EmptyState>
  );
}

/**
 * In Unix seconds. A preset ends when it was chosen or reloaded, so that rows stay in place while reading.
 */
function useStillSpan(): TimeSpan {
  const range = useTimeRange();
  const reload = useStore(reloads);
  const [shown, setShown] = useState(() => ({ range, reload, now: getNowUnixSeconds() }));
  if (shown.range !== range || shown.reload !== reload) setShown({ range, reload, now: getNowUnixSeconds() });
  return toTimeSpan(range, shown.now);
}

/** Separate from other keys, which the first screen loads. */
const KEY = 'penstock.logWrap';

/** Whether long lines wrap, in this browser. */
const wantsWrap = {
  get: (): boolean => storage.read(KEY) === '1',
  set: (isWrapped: boolean): void => storage.write(KEY, isWrapped ? '1' : '0'),
};

/** After scrolling. */
const SCROLL_DEBOUNCE_MS = 50;
/** Further lines of a row. */
const WRAPPED_LINES = 3;
/** Poll interval of unarchived events. */
const WAITING_MS = 5000;

const countWaiting = (sources: readonly LogSource[], sourceId: string | undefined): number =>
  sources
    .filter(({ id }) => sourceId === undefined || id === sourceId)
    .reduce((sum, { waitingEventCount }) => sum + Number(waitingEventCount), 0);

const NO_FACETS: readonly LogFacet[] = [];

const getRowId = ({ id }: LogRow) => id;
const getRowName = (row: LogRow) => `event of ${formatRowTime(row)}`;
const createRowMenu = () => [];

/** A half-typed query often matches nothing: completions then use earlier facets. */
function useKnownFacets(place: string, facets: readonly LogFacet[]): readonly LogFacet[] {
  const [known, setKnown] = useState({ place, facets });
  const isNew = facets.length > 0 ? known.facets !== facets : known.place !== place;
  if (isNew) setKnown({ place, facets });
  return isNew ? facets : known.facets;
}

const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < clientHeight * 2;

/** Searches the site's archives; the second variant has histogram and facets. */
export default function LogSearchPage() {
  const site = useSite();
  const flags = useStore(flagsOn);
  const mayShowMetadata = flags === undefined || flags.has('logPreviewMetadataToggle');
  const hasFigures = flags === undefined || flags.has('logSearchV2');
  const { asked, isAskable, ask, sourceId, setSource, columns: fields, setColumns } = useAskedSearch();
  const { start, end } = useStillSpan();
  const history = useStore(queryHistory);
  const sources = useCall(
    'listLogSources',
    { path: { siteId: site.id } },
    { isSuppressed: true, poll: WAITING_MS },
  );
  const searchable = sources.data?.sources;
  const body = useMemo(
    () => ({
      siteId: site.id,
      query: asked,
      timeRange: { startUnixTimeSeconds: start, endUnixTimeSeconds: Math.max(end, start + 1) },
      ...(sourceId === undefined ? {} : { sourceIds: [sourceId] }),
    }),
    [site.id, asked, start, end, sourceId],
  );
  const isSearchable = (searchable?.length ?? 0) > 0;
  const line = useSearchFlow(asked, useTimeRange().kind === 'preset', async (query) => {
    if (isSearchable) await prefetchLogRows({ ...body, query });
  });
  const isAsked = isAskable && isSearchable;
  const found = useLogRows(body, isAsked);
  const { count, error: countError, isCounting } = useLogCount(body, isAsked && hasFigures);
  const facets = count?.facets ?? NO_FACETS;
  const known = useKnownFacets(`${site.id} ${sourceId ?? ''}`, facets);
  const [isScrolled, setScrolled] = useState(false);
  const { live, text } = line;
  const following = useLiveRows(body, found.rows, {
    state: live === 'live' && isScrolled ? 'paused' : live,
    hasRows: found.isSuccess,
    hasMore: found.hasNextPage,
  });
  const [isWrapped, setWrapped] = useState(wantsWrap.get());
  const queryError = line.error ?? findQueryError(found.error, text === asked);

  const field = useRef<HTMLInputElement>(null);
  const facetList = useRef<HTMLDivElement>(null);
  const histogram = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ of: object; selection: Selection }>();
  const selection = chosen?.of === body ? chosen.selection : undefined;
  const bars = useMemo(() => (count ? buildBars(count, start, end) : []), [count, start, end]);

  const [cursorId, setCursorId] = useState<string>();
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const setExpanded = useCallback(
    (id: string, isOpen: boolean) =>
      setExpandedIds((former) => new Set(isOpen ? [...former, id] : [...former].filter((one) => one !== id))),
    [],
  );
  const [hasMetadata, setMetadata] = useState(false);
  const toggleMetadata = () => setMetadata(!hasMetadata);
  const exporting = useStore(exportUnderWay);
  const save = (format: 'NDJSON' | 'JSON' | 'CSV') => exportLogs({ ...body, format, columns: [...fields] });
  const list = useListTable<LogRow>({
    name: 'log-search',
    rows: following.rows,
    rowId: getRowId,
    rowLabel: getRowName,
    search: field,
    menuOf: createRowMenu,
    isScreen: true,
    readAll: () => save('CSV'),
  });
  const { table, selectedRows } = list;
  const leave = useCallback(() => table.current?.focus(), [table]);
  const zoomTo = useCallback(() => {
    const from = selection && bars[selection.from];
    const to = selection && bars[selection.to];
    if (!from || !to) return;
    const now = Math.floor(Date.now() / 1000);
    const problem = selectChartRange(
      Math.max(from.start, start),
      Math.min(to.end, Math.max(end, start + 1), now),
    );
    if (problem !== undefined) notify({ message: problem, status: 'warning' });
    // The histogram disappears until the new range is counted.
    else leave();
  }, [selection, bars, start, end, leave]);
  const narrow = useCallback(
    (name: string, value: string, isExcluded: boolean) => {
      const next = narrowQuery(text, name, value, isExcluded);
      rememberQuery(next);
      ask(next);
    },
    [text, ask],
  );
  const toggleColumn = useCallback(
    (name: string) =>
      setColumns(fields.includes(name) ? fields.filter((one) => one !== name) : [...fields, name]),
    [fields, setColumns],
  );
  usePublishScope('logSearch', {
    query: text,
    setQuery: ask,
    sources: searchable ?? [],
    sourceId,
    setSource,
    facets: known,
    narrow,
    columns: fields,
    toggleColumn,
    history,
    sourceOfCursor: list.cursor?.metadata.sourceId,
    chosenRows: () => (selectedRows.length > 0 ? selectedRows : following.rows),
    isWrapped,
    toggleWrap: () => {
      wantsWrap.set(!isWrapped);
      setWrapped(!isWrapped);
    },
    hasMetadata,
    canShowMetadata: !mayShowMetadata
      ? 'Metadata in rows is turned off on this service'
      : following.rows.some(({ id }) => expandedIds.has(id)) || 'Expand an event first',
    toggleMetadata,
    live,
    followReason: line.followReason,
    toggleLive: line.toggleLive,
    canExport: found.rows.length > 0 ? true : 'There are no events to export',
    save: (format) => void save(format),
    cancelExport: exporting && (() => cancelExport(site.id)),
    zoom: selection ? zoomTo : undefined,
    facetList,
    histogram,
  });

  const { more } = found;
  const scrolled = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(scrolled.current), []);
  const follow = (target: EventTarget) => {
    clearTimeout(scrolled.current);
    scrolled.current = setTimeout(() => {
      if (!(target instanceof Element)) return;
      setScrolled(target.scrollTop > 0);
      if (isNearEnd(target)) more();
    }, SCROLL_DEBOUNCE_MS);
  };

  const { query } = parseLogQuery(asked);
  const actions = {
    onNarrow: narrow,
    onColumn: toggleColumn,
    onCopy: (value: string) => void copyText(value).then(notifyCopied),
    onLeave: leave,
  };
  /** The row may be gone afterwards. */
  const ofEvent = {
    ...actions,
    onNarrow: (name: string, value: string, isExcluded: boolean) => {
      leave();
      narrow(name, value, isExcluded);
    },
  };
  const fieldKey = fields.join('\n');
  const columns = useMemo(
    () => buildColumns(fieldKey === '' ? [] : fieldKey.split('\n'), createHighlighter(asked), isWrapped),
    [fieldKey, asked, isWrapped],
  );
  const sourceName = searchable?.find(({ id }) => id === sourceId)?.name;
  const isPartial = count !== undefined && Number(count.facetEventCount) < Number(count.matchCount);

  return (
    <div className={css.page}>
      <h1 className={css.title}>Log Search</h1>
      <div className={css.head}>
        <CommandButton
          id="logSearch.source"
          label={sourceId === undefined ? 'All archives' : `Archive ${sourceName ?? 'unknown'}`}
        />
        <QueryField
          field={field}
          value={text}
          onChange={line.type}
          onSubmit={() => {
            rememberQuery(text);
            leave();
          }}
          onLeave={leave}
          facets={known}
          error={queryError}
        />
        <div className={wrap}>
          <CommandButton id="logSearch.openView" label="Views" />
          <CommandButton id="logSearch.history" label="Earlier" />
          <CommandButton
            id="logSearch.live"
            label={live === 'live' ? 'Pause' : live === 'paused' ? 'Resume' : 'Live'}
          />
          <CommandButton id="hydration.create" label="Hydrate" hideKeys />
        </div>
      </div>
      {hasFigures && bars.length > 0 && (
        <section className={css.chart} aria-label="Histogram">
          <div className={css.chartHead}>
            <h2 className={css.chartTitle}>Matches {describeStep(count?.bucketSeconds ?? 0)}</h2>
            {bars.some(({ isCounted }) => !isCounted) && (
              <span className={css.hatchKey}>
                <span className={css.hatchSample} /> Not counted yet
              </span>
            )}
            <span className={css.selection}>
              <span role="status">{selection && describeSelection(bars, selection)}</span>
              {selection && <CommandButton id="logSearch.zoom" label="Zoom" size="small" />}
            </span>
          </div>
          <Histogram
            box={histogram}
            bars={bars}
            selected={selection}
            onSelect={(next) => setChosen(next && { of: body, selection: next })}
            onZoom={zoomTo}
            onLeave={leave}
          />
        </section>
      )}
      <div className={css.body}>
        {hasFigures && isAsked && (
          <Facets
            list={facetList}
            facets={facets}
            query={query}
            partOf={isPartial ? Number(count.facetEventCount) : undefined}
            actions={actions}
          />
        )}
        <div className={css.rows} data-main-content="" onScrollCapture={(event) => follow(event.target)}>
          {isAsked && (
            <SearchStatus
              count={count}
              isCounting={isCounting}
              countProblem={count?.state === 'FAILED' ? count.reason : countError?.text.title}
              reading={found.last?.reading}
              rowCount={found.rows.length}
              hasMore={found.hasNextPage}
              isReading={found.isFetching}
              searchedFrom={found.last?.searchedFromUnixTimeSeconds}
              start={start}
              live={live}
              isScrolled={isScrolled}
              newCount={following.newCount}
              liveProblem={following.problem}
              waitingCount={countWaiting(searchable ?? [], sourceId)}
              exporting={exporting}
            />
          )}
          <DataTable
            ref={table}
            label="Events"
            {...list.props}
            columns={columns}
            extraLines={isWrapped ? WRAPPED_LINES : 0}
            loading={sources.isPending || (isAsked && found.isFetching)}
            error={
              found.error && found.rows.length === 0 ? (
                <ErrorPanel
                  title="The archives could not be searched"
                  cause={found.error.text.title}
                  onRetry={() => void found.refetch()}
                />
              ) : sources.error ? (
                <ErrorPanel
                  title="The archives could not be listed"
                  cause={sources.error.text.title}
                  onRetry={() => void sources.refetch()}
                />
              ) : undefined
            }
            empty={
              searchable?.length === 0 ? (
                <NothingArchived />
              ) : (
                <NoMatch isAskable={isAskable} isNarrowed={asked !== '' || sourceId !== undefined} />
              )
            }
            cursorId={cursorId}
            onCursorChange={setCursorId}
            renderExpanded={(row) => (
              <EventDetails
                row={row}
                query={query}
                hasMetadata={mayShowMetadata && hasMetadata}
                onMetadata={mayShowMetadata ? toggleMetadata : undefined}
                actions={ofEvent}
              />
            )}
            expandedIds={expandedIds}
            onExpandedChange={setExpanded}
          />
        </div>
      </div>
    </div>
  );
}

const STEPS: readonly [seconds: number, one: string, many: string][] = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
];
function describeStep(seconds: number): string {
  const [size, one, many] = STEPS.find(([size]) => seconds >= size && seconds % size === 0) ?? [
    1,
    'second',
    'seconds',
  ];
  return seconds === size ? `per ${one}` : `per ${seconds / size} ${many}`;
}

/** From the service, which also checks regular expressions. */
function findQueryError(error: ReturnType<typeof useLogRows>['error'], isShown: boolean) {
  const detail = isShown ? error?.details?.find(({ field }) => field === 'query') : undefined;
  return detail && { message: detail.message, at: (detail.column ?? 1) - 1, length: 1 };
}
