import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Site } from '../../../contract/entities/site.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { LateShownOnce, useShownOnceAhead } from '../../components/shown-once/late-shown-once.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn, readFlags } from '../../state/flags.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { getSiteColumns } from './columns.tsx';
import { VENDOR_LABELS } from './looks.ts';
import { useSiteWrite } from './use-site-write.ts';
import './scope.ts';

const SiteForm = createLateForm(async () => ({
  default: (await import('./SiteForm.tsx')).SiteForm,
}));

/** Any engine on the same machine can reach the address of this page. */
const formatJoinCommand = (token: string): string =>
  `npm run engine -- --join ${window.location.origin} --token ${token}`;

const isLoopback = () => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

type JoinShownProps = { name: string; token: string; onClose: () => void };

/** Shows a new join token in the command that uses it. */
const JoinShown = ({ name, token, onClose }: JoinShownProps) => (
  <LateShownOnce
    title={`Join '${name}'`}
    icon="server"
    message="Run this on the other machine within an hour. The token is good once; it is not stored and cannot be shown again."
    text={formatJoinCommand(token)}
    copyLabel="Copy command"
    note={
      isLoopback() &&
      'This address works only on this machine. On another machine the engine needs the address at which it reaches the service, https://… (PENSTOCK_PUBLIC_URL).'
    }
    onClose={onClose}
  />
);

const getRowId = ({ id }: Site) => id;
const getRowName = ({ name }: Site) => name;
const NONE: readonly string[] = [];
/** Polling interval; heartbeats come every second, which the screen does not need. */
const POLL_DETAIL_MS = 5000;

const createRowMenu = ({ id, status }: Site): readonly CommandMenuItem[] => [
  { id: 'site.open', args: { id } },
  { id: 'site.select', args: { site: id } },
  { id: status === 'ACTIVE' ? 'site.deactivate' : 'site.activate', args: { id } },
  { id: 'site.delete', args: { id }, danger: true, startsGroup: true },
];

const getRowText = ({ name, description, vendor }: Site) => `${name} ${description} ${VENDOR_LABELS[vendor]}`;

export default function SitesPage() {
  const { sites, site: selected, query } = useSites();
  const { path, search: parameters } = useShownLocation();
  const openId = /\/sites\/(\d+)$/.exec(path)?.[1];
  const isNew = new URLSearchParams(parameters).has('create');
  const withGit = useStore(flagsOn)?.has('gitOps') ?? false;
  useEffect(readFlags, []);
  useShownOnceAhead();
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
  const list = useListPage({
    name: 'sites',
    rows: sites,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const write = useSiteWrite(
    useCallback((id: string) => {
      if (window.location.pathname.endsWith(`/${id}`)) goTo(paths.sites(), { replace: true });
    }, []),
    useCallback((name: string, token: string) => setJoinShown({ name, token }), []),
  );
  const current = opened ?? list.cursor;
  const isJoined = detail?.remote?.isJoined;
  const waitingEvents = detail?.waitingEvents;
  usePublishScope('sites.list', { current, running, waitingEvents, isJoined, write });

  const close = (id: string | undefined) => {
    // A new site is opened at once; after a change, the list is shown.
    goTo(id !== undefined && isNew ? paths.site(id) : paths.sites(), { replace: true });
    list.table.current?.focus();
  };
  return (
    <ListPage
      list={list}
      title="Sites"
      things="sites"
      count={sites.length}
      actions={<CommandButton id="site.create" variant={opened || isNew ? 'default' : 'primary'} />}
      searchLabel="Search sites"
      columns={getSiteColumns(withGit)}
      isLoading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={<NothingFound />}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.site(id))}
      panel={
        opened || isNew
          ? {
              label: opened?.name ?? 'New site',
              content: (
                <SiteForm
                  key={opened?.id ?? ''}
                  site={opened}
                  detail={detail}
                  isSelected={opened !== undefined && opened.id === selected?.id}
                  onClose={close}
                />
              ),
            }
          : undefined
      }
    >
      <PopupBoundary isOpen={joinShown !== undefined} onFailed={() => setJoinShown(undefined)}>
        {joinShown && <JoinShown {...joinShown} onClose={() => setJoinShown(undefined)} />}
      </PopupBoundary>
    </ListPage>
  );
}
