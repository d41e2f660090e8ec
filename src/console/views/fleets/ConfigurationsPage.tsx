import { useMemo } from 'react';
import type { Configuration } from '../../../contract/entities/fleet-configuration.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { configurationColumns, narrowConfigurationColumns } from './configuration-columns.tsx';
import './scope.ts';

const { Component: ConfigurationPanel } = createLazyCode(async () => ({
  default: (await import('./ConfigurationPanel.tsx')).ConfigurationPanel,
}));

const NONE: readonly Configuration[] = [];
const getRowId = ({ id }: Configuration) => id;
const getRowName = ({ name }: Configuration) => name;
const getRowText = ({ name, description, fleets }: Configuration) =>
  `${name} ${description} ${fleets.map((fleet) => fleet.name).join(' ')}`;
const createRowMenu = ({ id }: Configuration): readonly CommandMenuItem[] => [
  { id: 'configuration.open', args: { configuration: id } },
  { id: 'configuration.update', args: { configuration: id } },
  { id: 'configuration.delete', args: { configuration: id }, danger: true, startsGroup: true },
];

type OpenedProps = { id: string; renderedId: string | undefined; onClose: (id: string | undefined) => void };

/** Rereads the content whenever opened: a form keeps its initial values. */
function OpenedConfiguration({ id, renderedId, onClose }: OpenedProps) {
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    'getConfiguration',
    { path: { configurationId: id }, query: {} },
    { isSuppressed: true, staleTime: 0 },
  );
  if (error)
    return (
      <ErrorPanel
        title="The configuration could not be read"
        cause={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!isFetchedAfterMount || data?.configuration.id !== id)
    return <Skeleton width="100%" height={96} label="the configuration" />;
  return <ConfigurationPanel pipelineId={renderedId} configuration={data.configuration} onClose={onClose} />;
}

export default function ConfigurationsPage() {
  const site = useSite();
  const { path, search } = useShownLocation();
  const renderedId = new URLSearchParams(search).get('rendered') ?? undefined;
  const openId = /\/configurations\/(\d+)$/.exec(path)?.[1];
  const isNew = path.endsWith('/configurations/create');
  const query = { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX };
  const asked = useCall('listConfigurations', { query }, { keepPrevious: true, isSuppressed: true });
  const configurations = asked.data?.configurations ?? NONE;
  const opened = useMemo(() => configurations.find(({ id }) => id === openId), [configurations, openId]);
  usePage(opened?.name);
  const [cursorId, setCursorId] = useListCursor('configurations', openId);
  const list = useListPage<Configuration>({
    name: 'configurations',
    rows: configurations,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const close = (id: string | undefined) => {
    goTo(id !== undefined && isNew ? paths.configuration(id) : paths.configurations(), { replace: true });
    list.table.current?.focus();
  };
  const { start } = useSingleWrite({
    call: 'deleteConfiguration',
    write: async ({ id, revision }: Configuration) => {
      await callApi('deleteConfiguration', { path: { configurationId: id } }, { ifMatch: revision });
    },
    succeed: (_, { name }) =>
      notify({ message: `'${name}' was deleted.`, status: 'success', shouldTimeout: true }),
    follow: (_, { id }) => {
      if (window.location.pathname.endsWith(`/${id}`)) close(undefined);
    },
  });
  usePublishScope('configurations.list', { current: opened ?? list.cursor, configurations, remove: start });
  return (
    <ListPage<Configuration>
      list={list}
      title="Configurations"
      things="configurations"
      count={asked.data?.configurations.length}
      actions={
        <>
          <CommandButton id="configuration.createFromPipeline" label="From a pipeline" />
          <CommandButton id="configuration.create" variant={opened || isNew ? 'default' : 'primary'} />
        </>
      }
      searchLabel="Search configurations"
      columns={opened || isNew ? narrowConfigurationColumns : configurationColumns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={
        configurations.length === 0 ? (
          <EmptyState
            title="No configuration"
            icon="fileCode"
            action={<CommandButton id="configuration.create" />}
          >
            A configuration is the YAML of an OpenTelemetry Collector. Each change is a version, which a
            rollout brings to a fleet.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.configuration(id))}
      panel={
        opened || isNew
          ? {
              label: opened?.name ?? 'New configuration',
              isWide: true,
              content: opened ? (
                <OpenedConfiguration id={opened.id} renderedId={renderedId} onClose={close} />
              ) : (
                <ConfigurationPanel pipelineId={renderedId} configuration={undefined} onClose={close} />
              ),
            }
          : undefined
      }
    />
  );
}
