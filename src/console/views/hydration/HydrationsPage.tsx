import { useMemo } from 'react';
import { isOpenHydration } from '../../../../machines/hydration-job/index.ts';
import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import { PAGE_LIMIT_MAX, POLL_STATUS_RUNNING_MS } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { formatEventRate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { createHydrationColumns } from './columns.tsx';
import * as css from './hydration.css.ts';
import { readAddress } from './hydration-config.ts';
import { getHydrationLook } from './hydration-look.ts';
import { HYDRATION_MS } from './poll.ts';
import { useHydrationWrites } from './use-hydration-writes.ts';
import './scope.ts';

const HydrationForm = createLateForm(async () => ({
  default: (await import('./HydrationForm.tsx')).HydrationForm,
}));

const NONE: readonly HydrationJob[] = [];
const COLUMNS = { plain: createHydrationColumns(false), live: createHydrationColumns(true) };
const getRowId = ({ id }: HydrationJob) => id;
const getRowName = ({ name }: HydrationJob) => name;
const getRowText = (job: HydrationJob) =>
  `${job.name} ${job.sourceName} ${job.sinkName} ${job.throughPipelineName} ${getHydrationLook(job).label}`;
const getRowState = ({ jobStatus }: HydrationJob) => ({ dim: jobStatus === 'TERMINATED' });
const createPlainMenu = ({ id }: HydrationJob): readonly CommandMenuItem[] => [
  { id: 'hydration.again', args: { id } },
  { id: 'hydration.terminate', args: { id } },
  { id: 'hydration.delete', args: { id } },
];
const createLiveMenu = (job: HydrationJob): readonly CommandMenuItem[] => {
  const args = { id: job.id };
  return [
    { id: 'hydration.open', args },
    { id: job.isPaused ? 'hydration.resume' : 'hydration.pause', args },
    { id: 'hydration.retry', args },
    ...createPlainMenu(job),
  ];
};

/** `2 in progress, 5,000 events/s`. */
function RunningNote({ jobs }: { jobs: readonly HydrationJob[] }) {
  const running = jobs.filter(({ jobStatus }) => isOpenHydration(jobStatus));
  if (running.length === 0) return null;
  const rate = formatEventRate(running.reduce((sum, job) => sum + job.currentEventsPerSecond, 0));
  return (
    <span className={css.note}>
      {counted(running.length, 'job')} in progress{rate ? `, ${rate.value} ${rate.unit}` : ''}
    </span>
  );
}

/** With the second variant, jobs show their progress, and open on their own screen. */
export default function HydrationsPage() {
  const site = useSite();
  const flags = useStore(flagsOn);
  const isLive = flags === undefined || flags.has('hydrationV2');
  const parameters = new URLSearchParams(useShownLocation().search);
  const isNew = parameters.has('create');
  const query = { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX };
  const asked = useCall(
    'listHydrations',
    { query },
    { poll: POLL_STATUS_RUNNING_MS, keepPrevious: true, isSuppressed: true },
  );
  const known = asked.data?.hydrations ?? NONE;
  const openIds = useMemo(
    () => known.filter(({ jobStatus }) => isOpenHydration(jobStatus)).map(({ id }) => id),
    [known],
  );
  // Running jobs are polled separately: the list may be long.
  const running = useCall(
    'listHydrations',
    { query: { ...query, ids: openIds } },
    { enabled: isLive && openIds.length > 0, poll: HYDRATION_MS, keepPrevious: true, isSuppressed: true },
  );
  const fresh = running.data?.hydrations ?? NONE;
  const rows = useMemo(
    () =>
      known.map((job) =>
        isOpenHydration(job.jobStatus) ? (fresh.find(({ id }) => id === job.id) ?? job) : job,
      ),
    [known, fresh],
  );
  const [cursorId, setCursorId] = useListCursor('hydrations');
  const list = useListPage<HydrationJob>({
    name: 'hydrations',
    rows,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: isLive ? createLiveMenu : createPlainMenu,
  });
  const { act, remove } = useHydrationWrites();
  usePublishScope('hydrations.list', { current: list.cursor, jobs: rows, act, remove });
  const close = (id: string | undefined) => {
    goTo(id !== undefined && isLive ? paths.hydration(id) : paths.hydrations(), { replace: true });
    list.table.current?.focus();
  };
  return (
    <ListPage<HydrationJob>
      list={list}
      title="Hydration"
      things="hydrations"
      count={asked.data?.pagination.totalCount}
      facts={isLive ? <RunningNote jobs={rows} /> : undefined}
      actions={
        <CommandButton
          id="hydration.create"
          variant={isNew ? 'default' : 'primary'}
          label="Create Hydration"
        />
      }
      searchLabel="Search hydrations"
      columns={isLive ? COLUMNS.live : COLUMNS.plain}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={
        rows.length === 0 ? (
          <EmptyState title="No hydration" icon="history" action={<CommandButton id="hydration.create" />}>
            A hydration sends a window of what a source archived to a destination again, through a pipeline or
            directly.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      {...(isLive && { onOpen: ({ id }: HydrationJob) => goTo(paths.hydration(id)) })}
      rowState={getRowState}
      panel={
        isNew
          ? {
              label: 'Create hydration',
              isWide: true,
              content: (
                <HydrationForm key={parameters.toString()} begin={readAddress(parameters)} onClose={close} />
              ),
            }
          : undefined
      }
    />
  );
}
