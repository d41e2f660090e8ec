import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Site } from '../../../contract/entities/site.ts';
import { flagsOn, readFlags } from '../../actors/flags.ts';
import { useSites } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../commands/CommandMenu.tsx';
import { usePublishScope } from '../../commands/scopes.ts';
import { useStore } from '../../commands/store.ts';
import { useListSearch } from '../../parts/list-filters/use-list-search.ts';
import * as list from '../../parts/list-page.css.ts';
import { useListCursor } from '../../parts/list-table/use-list-cursor.ts';
import { useListTable } from '../../parts/list-table/use-list-table.tsx';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { CountBadge } from '../../widgets/status/badge.tsx';
import { DataTable } from '../../widgets/table/data-table.tsx';
import { columnsOf } from './columns.tsx';
import { JoinShown } from './JoinShown.tsx';
import { VENDOR_LABELS } from './looks.ts';
import { SiteForm } from './SiteForm.tsx';
import { useSiteWrite } from './use-site-write.ts';
import './scope.ts';

const idOf = ({ id }: Site) => id;
const nameOf = ({ name }: Site) => name;
const NONE: readonly string[] = [];
/** A heartbeat is a second old at most; the screen need not be as quick. */
const POLL_DETAIL_MS = 5000;

const menuOf = ({ id, status }: Site): readonly CommandMenuItem[] => [
  { id: 'site.open', args: { id } },
  { id: 'site.select', args: { site: id } },
  { id: status === 'ACTIVE' ? 'site.deactivate' : 'site.activate', args: { id } },
  { id: 'site.delete', args: { id }, danger: true, startsGroup: true },
];

const textOf = ({ name, description, vendor }: Site) => `${name} ${description} ${VENDOR_LABELS[vendor]}`;

/** Sites, and the one that is open (R2.1-58 … R2.1-60). */
export default function SitesPage() {
  const { sites, site: selected, query } = useSites();
  const { path, search: parameters } = useShownLocation();
  const openId = /\/sites\/(\d+)$/.exec(path)?.[1];
  const isNew = new URLSearchParams(parameters).has('create');
  const withGit = useStore(flagsOn)?.has('gitOps') ?? false;
  useEffect(readFlags, []);
  const search = useListSearch();
  const field = useRef<HTMLInputElement>(null);
  const [joinShown, setJoinShown] = useState<{ name: string; token: string }>();
  const [cursorId, setCursorId] = useListCursor('sites', openId);
  const opened = sites.find(({ id }) => id === openId);
  const read = useCall(
    'getSite',
    { path: { siteId: openId ?? '' } },
    { enabled: opened !== undefined, poll: POLL_DETAIL_MS, isSuppressed: true },
  );
  const detail = read.data?.site.id === openId ? read.data?.site : undefined;
  const running = useMemo(() => detail?.running.map(({ name }) => name) ?? NONE, [detail]);
  const wanted = search.text.trim().toLowerCase();
  const shown = useMemo(
    () => sites.filter((site) => textOf(site).toLowerCase().includes(wanted)),
    [sites, wanted],
  );
  const columns = columnsOf(withGit);
  const { table, props } = useListTable<Site>({
    name: 'sites',
    isScreen: true,
    rows: shown,
    rowId: idOf,
    rowLabel: nameOf,
    search: field,
    menuOf,
  });
  const write = useSiteWrite(
    useCallback((id: string) => {
      if (window.location.pathname.endsWith(`/${id}`)) goTo(paths.sites(), { replace: true });
    }, []),
    useCallback((name: string, token: string) => setJoinShown({ name, token }), []),
  );
  const current = opened ?? sites.find(({ id }) => id === cursorId);
  const isJoined = detail?.remote?.isJoined;
  const waitingEvents = detail?.waitingEvents;
  usePublishScope('sites.list', { current, running, waitingEvents, isJoined, write });

  const close = (id: string | undefined) => {
    // What was made is shown at once; what was changed gives way to the list.
    goTo(id !== undefined && isNew ? paths.site(id) : paths.sites(), { replace: true });
    table.current?.focus();
  };
  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>Sites</h1>
        <CountBadge count={sites.length} label="sites" />
        <span className={list.push}>
          <CommandButton id="site.create" variant="primary" />
        </span>
      </header>
      <div className={list.filters}>
        <div className={list.search}>
          <TextField
            ref={field}
            label="Search sites"
            hideLabel
            type="search"
            icon="search"
            placeholder="Search sites"
            value={search.text}
            onChange={search.set}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
            }}
          />
        </div>
      </div>
      <div className={list.body}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label="Sites"
            columns={columns}
            {...props}
            loading={query.isPending}
            error={
              query.error ? (
                <ErrorPanel
                  title="The sites could not be read"
                  cause={query.error.message}
                  onRetry={() => void query.refetch()}
                />
              ) : undefined
            }
            empty={<EmptyState title="Nothing matches">Search for other words.</EmptyState>}
            cursorId={cursorId}
            onCursorChange={setCursorId}
            onOpen={({ id }) => goTo(paths.site(id))}
          />
        </div>
        {(opened || isNew) && (
          <aside className={list.panel} aria-label={opened?.name ?? 'New site'}>
            <SiteForm
              key={opened?.id ?? ''}
              site={opened}
              detail={detail}
              isSelected={opened !== undefined && opened.id === selected?.id}
              onClose={close}
            />
          </aside>
        )}
      </div>
      {joinShown && <JoinShown {...joinShown} onClose={() => setJoinShown(undefined)} />}
    </div>
  );
}
