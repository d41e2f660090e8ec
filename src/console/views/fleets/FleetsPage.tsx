import { useCallback, useMemo, useState } from 'react';
import type { Fleet, FleetDetail } from '../../../contract/entities/fleet.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';

import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
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
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { describeReach } from './enroll.ts';
import { fleetColumns, narrowFleetColumns } from './fleet-columns.tsx';
import { getFleetLook } from './looks.ts';
import { type InstallShown, useFleetWrite } from './use-fleet-write.ts';
import './scope.ts';

const FleetForm = createLateForm(async () => ({
  default: (await import('./FleetForm.tsx')).FleetForm,
}));
const RolloutForm = createLateForm(async () => ({
  default: (await import('./RolloutForm.tsx')).RolloutForm,
}));
const { Component: FleetDetails } = createLazyCode(async () => ({
  default: (await import('./FleetDetails.tsx')).FleetDetails,
}));

const POLL_MS = 5000;
const NONE: readonly Fleet[] = [];
const NO_TOKENS: FleetDetail['tokens'] = [];
const getRowId = ({ id }: Fleet) => id;
const getRowName = ({ name }: Fleet) => name;
const getRowText = (fleet: Fleet) =>
  `${fleet.name} ${fleet.description} ${getFleetLook(fleet).label} ${formatAssigned(fleet.configuration)}`;
const createRowMenu = ({ id }: Fleet): readonly CommandMenuItem[] => [
  { id: 'fleet.open', args: { fleet: id } },
  { id: 'fleet.edit', args: { fleet: id } },
  { id: 'fleet.rollout', args: { fleet: id } },
  { id: 'fleet.enroll', args: { fleet: id } },
  { id: 'fleet.delete', args: { fleet: id }, danger: true, startsGroup: true },
];

export default function FleetsPage() {
  const site = useSite();
  const { path, search } = useShownLocation();
  const parameters = new URLSearchParams(search);
  const openId = /\/fleets\/(\d+)$/.exec(path)?.[1];
  const isNew = parameters.has('create');
  const form = parameters.get('form');
  const query = { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX };
  const asked = useCall('listFleets', { query }, { poll: POLL_MS, keepPrevious: true, isSuppressed: true });
  const fleets = asked.data?.fleets ?? NONE;
  const opened = useMemo(() => fleets.find(({ id }) => id === openId), [fleets, openId]);
  usePage(opened?.name);
  const read = useCall(
    'getFleet',
    { path: { fleetId: openId ?? '' } },
    { enabled: opened !== undefined, poll: POLL_MS, keepPrevious: true, isSuppressed: true },
  );
  const detail = read.data?.fleet.id === openId ? read.data?.fleet : undefined;
  useShownOnceAhead();
  const [shown, setShown] = useState<InstallShown>();
  const [cursorId, setCursorId] = useListCursor('fleets', openId);
  const list = useListPage<Fleet>({
    name: 'fleets',
    rows: fleets,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { start } = useFleetWrite(
    useCallback((id: string) => {
      if (window.location.pathname.endsWith(`/${id}`)) goTo(paths.fleets(), { replace: true });
    }, []),
    setShown,
  );
  usePublishScope('fleets.list', {
    current: opened ?? list.cursor,
    fleets,
    tokens: detail?.tokens ?? NO_TOKENS,
    write: start,
  });
  const toList = () => {
    goTo(paths.fleets(), { replace: true });
    list.table.current?.focus();
  };
  const closeForm = (id: string | undefined) => {
    const target = opened?.id ?? id;
    if (target === undefined) toList();
    else goTo(paths.fleet(target), { replace: true });
  };
  const renderPanel = () => {
    if (!opened) return <FleetForm key="new" fleet={undefined} onClose={closeForm} />;
    if (form === 'edit') return <FleetForm key={opened.id} fleet={opened} onClose={closeForm} />;
    if (form === 'rollout')
      return <RolloutForm key={opened.id} fleet={opened} onClose={() => closeForm(undefined)} />;
    return <FleetDetails fleet={opened} detail={detail} onClose={toList} />;
  };
  return (
    <ListPage<Fleet>
      list={list}
      title="Fleets"
      things="fleets"
      count={asked.data?.fleets.length}
      actions={<CommandButton id="fleet.create" variant={opened || isNew ? 'default' : 'primary'} />}
      searchLabel="Search fleets"
      columns={opened || isNew ? narrowFleetColumns : fleetColumns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={
        fleets.length === 0 ? (
          <EmptyState title="No fleet" icon="server" action={<CommandButton id="fleet.create" />}>
            A fleet is a group of OpenTelemetry Collectors on any machines that run one configuration, which
            you change from here.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.fleet(id))}
      panel={
        opened || isNew
          ? {
              label: opened?.name ?? 'New fleet',
              isWide: true,
              content: renderPanel(),
            }
          : undefined
      }
    >
      <PopupBoundary isOpen={shown !== undefined} onFailed={() => setShown(undefined)}>
        {shown && (
          <LateShownOnce
            title={`Enroll agents in '${shown.name}'`}
            icon="server"
            message={shown.message}
            text={shown.text}
            copyLabel="Copy command"
            note={describeReach(window.location)}
            onClose={() => setShown(undefined)}
          />
        )}
      </PopupBoundary>
    </ListPage>
  );
}
