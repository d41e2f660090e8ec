import { useMachine } from '@xstate/react';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import { toApiError } from '../../api/api-error.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useArchival } from '../../components/archival/use-archival.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ConnectionForm } from '../../components/connection-form/ConnectionForm.tsx';
import { type Connection, type ConnectionKind, KINDS } from '../../components/connection-form/kinds.ts';
import { deleteConnection, usersIn } from '../../components/connection-form/save-connection.ts';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { ConnectionWindows } from '../../components/connection-windows/ConnectionWindows.tsx';
import { openInUse } from '../../components/connection-windows/connection-window.ts';
import { ListFilters } from '../../components/list-filters/ListFilters.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import * as list from '../../components/list-page.css.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { changeQuery, paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { columnsOf } from './columns.tsx';
import { DestinationFacts } from './DestinationFacts.tsx';
import { rowMenuOf } from './row-menu.ts';
import { useConnectionFilters } from './use-connection-filters.ts';
import { type ConnectionRow, useConnections, useVolumes } from './use-connections.ts';
import './scope.ts';

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

const idOf = (row: ConnectionRow) => row.connection.id;
const nameOf = (row: ConnectionRow) => row.connection.name;

/** An actor, so that a double press deletes once. */
export function useDelete(kind: ConnectionKind, onDeleted: (id: string) => void) {
  const { actors } = useCommandContext();
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
            const { id = '', revision } = input;
            await deleteConnection(kind, id, Number(revision));
            return { id };
          }),
        },
        actions: {
          succeed: (_, { result }) => {
            actors.notify({ message: KINDS[kind].toasts.removed, status: 'success', shouldTimeout: true });
            onDeleted(result.id ?? '');
          },
          fail: ({ context }, { error }) => {
            // Besides the notification, a dialog links to the pipelines that use it.
            reportApiError(error, { id: kind === 'source' ? 'deleteSource' : 'deleteSink' });
            const users = usersIn(toApiError(error));
            if (users.length > 0) openInUse({ kind, name: context.values.name ?? '', users });
          },
        },
      }),
    [kind, actors, onDeleted],
  );
  const [, send] = useMachine(logic);
  return useCallback(
    (connection: Connection) =>
      send({
        type: 'write.requested',
        values: { id: connection.id, name: connection.name, revision: String(connection.revision) },
      }),
    [send],
  );
}

export function ConnectionsView({ kind }: { kind: ConnectionKind }) {
  const site = useSite();
  const facts = KINDS[kind];
  const scopeId = kind === 'source' ? 'sources.list' : 'destinations.list';
  const basePath = kind === 'source' ? paths.sources : paths.destinations;
  const { rows, isLoading, error, retry } = useConnections(kind, site.id, useVolumes(kind, site.id));
  const { templates, isLoading: areTemplatesLoading } = useTemplates(kind, site.id);
  const { actors } = useCommandContext();
  const known = areTemplatesLoading ? undefined : templates;
  const { bar, filters, passes } = useConnectionFilters(kind, site.id, rows, known);
  const search = useListSearch();
  const { search: query } = useShownLocation();
  const parameters = new URLSearchParams(query);
  const create = parameters.get('create');
  const openId = parameters.get('destination') ?? undefined;
  const searchField = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useListCursor(`${kind}s`, openId);
  const columns = useMemo(() => columnsOf(kind), [kind]);

  const wanted = search.text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          passes(row) && `${nameOf(row)} ${row.connection.templateName}`.toLowerCase().includes(wanted),
      ),
    [rows, passes, wanted],
  );
  const { table, props } = useListTable({
    name: facts.plural.toLowerCase(),
    isScreen: true,
    rows: shown,
    rowId: idOf,
    rowLabel: nameOf,
    search: searchField,
    menuOf: (row) => rowMenuOf(kind, idOf(row)),
  });
  const opened = rows.find((row) => idOf(row) === openId)?.connection;
  useSiteOfLinked(kind === 'destination' && !isLoading && !error && !opened ? openId : undefined);
  const current = opened ?? shown.find((row) => idOf(row) === cursorId)?.connection;
  const close = () => {
    goTo(basePath() + changeQuery(query, { create: undefined, destination: undefined }), { replace: true });
    table.current?.focus();
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
  usePublishScope(scopeId, { kind, current, connections, archive, remove });

  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>{facts.plural}</h1>
        <CountBadge exact count={rows.length} label={facts.plural.toLowerCase()} />
        <span className={list.push}>
          <CommandButton id={`${kind}.create`} variant="primary" />
        </span>
      </header>
      <ListFilters
        things={facts.plural.toLowerCase()}
        bar={bar}
        filters={filters}
        search={search}
        searchLabel="Search by name or type"
        searchField={searchField}
        table={table}
        shown={isLoading ? undefined : { count: shown.length, of: rows.length }}
      />
      <div className={list.body}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label={facts.plural}
            columns={columns}
            {...props}
            loading={isLoading}
            error={
              error ? (
                <ErrorPanel
                  title={`The ${facts.plural.toLowerCase()} could not be read`}
                  cause={error.message}
                  onRetry={retry}
                />
              ) : undefined
            }
            empty={
              rows.length === 0 ? (
                <EmptyState
                  icon={facts.icon}
                  title={facts.empty.title}
                  action={<CommandButton id={`${kind}.create`} variant="primary" />}
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
                  ? paths.source(idOf(row))
                  : paths.destinations() + changeQuery(query, { create: undefined, destination: idOf(row) }),
              )
            }
          />
        </div>
        {create !== null && templates.length > 0 && (
          <aside className={list.panel} aria-label={`New ${facts.noun.toLowerCase()}`}>
            <ConnectionForm
              key={create}
              kind={kind}
              siteId={site.id}
              templates={templates}
              templateId={create}
              notify={actors.notify}
              onClose={close}
            />
          </aside>
        )}
        {opened && templates.length > 0 && (
          <aside className={list.panel} aria-label={opened.name}>
            <ConnectionForm
              key={opened.id}
              kind={kind}
              siteId={site.id}
              templates={templates}
              existing={existingOf(opened)}
              lead={
                <DestinationFacts
                  destination={opened}
                  template={templates.find(({ id }) => id === opened.templateId)}
                />
              }
              notify={actors.notify}
              onClose={close}
            />
          </aside>
        )}
      </div>
      <ConnectionWindows />
    </div>
  );
}

export const existingOf = (connection: Connection) => ({
  id: connection.id,
  revision: connection.revision,
  templateId: connection.templateId,
  values: { name: connection.name, description: connection.description, config: connection.config ?? {} },
});
