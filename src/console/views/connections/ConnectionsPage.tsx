import { Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { takesRequests } from '../../../contract/managed-site.ts';
import { toApiError } from '../../api/api-error.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useArchival } from '../../components/archival/use-archival.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { type Connection, type ConnectionKind, KINDS } from '../../components/connection-form/kinds.ts';
import { LateConnectionForm } from '../../components/connection-form/late-form.ts';
import { requestConnection } from '../../components/connection-form/request-connection.ts';
import { deleteConnection, listUsersInError } from '../../components/connection-form/save-connection.ts';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { ConnectionWindows } from '../../components/connection-windows/ConnectionWindows.tsx';
import { openInUse } from '../../components/connection-windows/connection-window.ts';
import { FormRoom } from '../../components/entity-form/late-form.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { notifyRequested, type RequestWay } from '../../state/request-draft.ts';
import { useSite } from '../../state/sites.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { createConnectionColumns } from './columns.tsx';
import { createRowMenu } from './row-menu.ts';
import { useConnectionFilters } from './use-connection-filters.ts';
import { type ConnectionRow, prefetchConnections, useConnections, useVolumes } from './use-connections.ts';
import './scope.ts';

const { Component: DestinationFacts } = createLazyCode(async () => ({
  default: (await import('./DestinationFacts.tsx')).DestinationFacts,
}));

/**
 * Selects the site of a linked destination that belongs to another site.
 * @param id undefined when the list has it or is loading
 */
function useSiteOfLinked(id: string | undefined): void {
  const { data } = useCall(
    'getSink',
    { path: { id: id ?? '' } },
    { isSuppressed: true, enabled: id !== undefined },
  );
  useSiteOf(id === undefined ? undefined : data?.sink.siteId);
}

const getRowId = (row: ConnectionRow) => row.connection.id;
const NO_USERS: ConnectionRow['pipelines'] = [];
const getRowName = (row: ConnectionRow) => row.connection.name;

const getRowText = (row: ConnectionRow) => `${getRowName(row)} ${row.connection.templateName}`;

/** One at a time, so that a double press deletes once; a pull request may be raised instead. */
export function useDelete(kind: ConnectionKind, onDeleted: (id: string) => void) {
  const { actors, site } = useShell();
  const isRequest = takesRequests(site);
  const deleteCall = kind === 'source' ? 'deleteSource' : 'deleteSink';
  const { start } = useSingleWrite<Connection & { way: RequestWay }>({
    call: isRequest ? 'createChangeset' : deleteCall,
    write: async ({ id, siteId, revision, name, way }) => {
      if (!isRequest) return deleteConnection(kind, id, revision);
      const asked = { name, isDeleted: true };
      const changes = await requestConnection(way, { kind, siteId, id, revision }, asked);
      notifyRequested(way, changes.length);
    },
    succeed: () => {
      if (!isRequest) actors.notify({ message: KINDS[kind].toasts.removed, status: 'success' });
    },
    follow: (_, { id }) => {
      if (!isRequest) onDeleted(id);
    },
    fail: (error, { name }) => {
      // Besides the notification, a dialog links to the pipelines that use it.
      const users = listUsersInError(toApiError(error));
      if (users.length > 0) openInUse({ kind, name, users });
    },
  });
  return useCallback((one: Connection, way: RequestWay) => start({ ...one, way }), [start]);
}

function ConnectionsView({ kind }: { kind: ConnectionKind }) {
  const site = useSite();
  const facts = KINDS[kind];
  const scopeId = kind === 'source' ? 'sources.list' : 'destinations.list';
  const basePath = kind === 'source' ? paths.sources : paths.destinations;
  const counted = useVolumes(kind, site.id);
  const { rows, isLoading, error, retry } = useConnections(kind, site.id, counted);
  const kinds = useTemplates(kind, site.id, { hasForms: false });
  const { actors } = useShell();
  const known = kinds.isLoading ? undefined : kinds.templates;
  const { bar, filters, passes } = useConnectionFilters(kind, site.id, rows, known);
  const { search: query } = useShownLocation();
  const parameters = new URLSearchParams(query);
  const create = parameters.get('create');
  const collectedId = parameters.get('collected') ?? undefined;
  const openId = parameters.get('destination') ?? undefined;
  const { templates } = useTemplates(kind, site.id, { isWanted: create !== null || openId !== undefined });
  const [cursorId, setCursorId] = useListCursor(`${kind}s`, openId);
  const columns = useMemo(() => createConnectionColumns(kind), [kind]);

  const list = useListPage({
    name: facts.plural.toLowerCase(),
    rows,
    passes,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: (row) => createRowMenu(kind, getRowId(row)),
  });
  const opened = rows.find((row) => getRowId(row) === openId)?.connection;
  useSiteOfLinked(kind === 'destination' && !isLoading && !error && !opened ? openId : undefined);
  const current = opened ?? list.cursor?.connection;
  const close = () => {
    goTo(
      basePath() + changeQuery(query, { create: undefined, destination: undefined, collected: undefined }),
      { replace: true },
    );
    list.table.current?.focus();
  };
  const shownId = useRef(openId);
  useLayoutEffect(() => {
    shownId.current = openId;
  });
  const remove = useDelete(
    kind,
    // Deleting a row from its menu keeps the panel of another item open.
    useCallback(
      (id) => {
        if (id === shownId.current) goTo(basePath(), { replace: true });
      },
      [basePath],
    ),
  );

  const connections = useMemo(() => rows.map(({ connection }) => connection), [rows]);
  const archive = useArchival();
  const usersOf = useCallback(
    (id: string) => rows.find((row) => getRowId(row) === id)?.pipelines ?? NO_USERS,
    [rows],
  );
  usePublishScope(scopeId, { kind, current, connections, archive, usersOf, remove });

  const form = { kind, siteId: site.id, templates, notify: actors.notify, onClose: close };
  const createPanel = create !== null && {
    label: facts.newTitle,
    content: (
      <FormRoom>
        <LateConnectionForm
          key={`${create} ${collectedId}`}
          templateId={create}
          collectedId={collectedId}
          {...form}
        />
      </FormRoom>
    ),
  };
  const openPanel = opened && {
    label: opened.name,
    content: (
      <Suspense fallback={null}>
        <LateConnectionForm
          key={opened.id}
          existing={toExistingConnection(opened)}
          lead={
            <DestinationFacts
              destination={opened}
              template={templates.find(({ id }) => id === opened.templateId)}
              until={counted.until}
            />
          }
          {...form}
        />
      </Suspense>
    ),
  };
  return (
    <ListPage
      list={list}
      title={facts.plural}
      things={facts.plural.toLowerCase()}
      count={rows.length}
      actions={
        <CommandButton id={`${kind}.create`} variant={createPanel || openPanel ? 'default' : 'primary'} />
      }
      searchLabel="Search by name or type"
      filters={{ bar, facts: filters, total: isLoading ? undefined : rows.length }}
      columns={columns}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={
        rows.length === 0 ? (
          <EmptyState
            icon={facts.icon}
            title={facts.empty.title}
            action={<CommandButton id={`${kind}.create`} />}
          >
            {facts.empty.body}
          </EmptyState>
        ) : (
          <NoMatch what={facts.noun.toLowerCase()} />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={(row) =>
        goTo(
          kind === 'source'
            ? paths.source(getRowId(row))
            : paths.destinations() + changeQuery(query, { create: undefined, destination: getRowId(row) }),
        )
      }
      panel={templates.length > 0 ? createPanel || openPanel : undefined}
    >
      <ConnectionWindows />
    </ListPage>
  );
}

export const toExistingConnection = (connection: Connection) => ({
  id: connection.id,
  revision: connection.revision,
  templateId: connection.templateId,
  values: { name: connection.name, description: connection.description, config: connection.config ?? {} },
});

export const prefetchSources = (siteId: string) => prefetchConnections('source', siteId);
export const prefetchSinks = (siteId: string) => prefetchConnections('destination', siteId);
export const SourcesPage = () => <ConnectionsView kind="source" />;
export const DestinationsPage = () => <ConnectionsView kind="destination" />;
