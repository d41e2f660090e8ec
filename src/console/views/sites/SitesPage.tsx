import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Site } from '../../../contract/entities/site.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import * as list from '../../components/list-page.css.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { ShownOnce } from '../../components/shown-once/ShownOnce.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn, readFlags } from '../../state/flags.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { columnsOf } from './columns.tsx';
import { VENDOR_LABELS } from './looks.ts';
import { SiteForm } from './SiteForm.tsx';
import { useSiteWrite } from './use-site-write.ts';
import './scope.ts';

/** Any engine on the same machine can reach the address of this page. */
const commandOf = (token: string): string =>
  `npm run engine -- --join ${window.location.origin} --token ${token}`;

const isLoopback = () => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

type JoinShownProps = { name: string; token: string; onClose: () => void };

/** Shows a new join token in the command that uses it. */
const JoinShown = ({ name, token, onClose }: JoinShownProps) => (
  <ShownOnce
    title={`Join '${name}'`}
    icon="server"
    message="Run this on the other machine within an hour. The token is good once; it is not stored and cannot be shown again."
    text={commandOf(token)}
    copyLabel="Copy command"
    note={
      isLoopback() &&
      'This address is of this machine alone. From another one the engine needs that under which it reaches the service, https://… (PENSTOCK_PUBLIC_URL).'
    }
    onClose={onClose}
  />
);

const idOf = ({ id }: Site) => id;
const nameOf = ({ name }: Site) => name;
const NONE: readonly string[] = [];
/** Polling interval; heartbeats come every second, which the screen does not need. */
const POLL_DETAIL_MS = 5000;

const menuOf = ({ id, status }: Site): readonly CommandMenuItem[] => [
  { id: 'site.open', args: { id } },
  { id: 'site.select', args: { site: id } },
  { id: status === 'ACTIVE' ? 'site.deactivate' : 'site.activate', args: { id } },
  { id: 'site.delete', args: { id }, danger: true, startsGroup: true },
];

const textOf = ({ name, description, vendor }: Site) => `${name} ${description} ${VENDOR_LABELS[vendor]}`;

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
    // A new site is opened at once; after a change, the list is shown.
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
