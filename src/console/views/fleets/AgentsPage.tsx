import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { matchesAgent, parseAgentSearch } from '../../../contract/agent-search.ts';
import { AGENT_STATUSES, type Fleet } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import * as bulk from '../../components/bulk-bar/bulk-bar.css.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { useRested } from '../../components/use-rested.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { AgentSearchField } from './AgentSearchField.tsx';
import { agentColumns, narrowAgentColumns } from './agent-columns.tsx';
import * as css from './fleets.css.ts';
import { useAgentWrite } from './use-agent-write.ts';
import { useAgentsBeyond } from './use-agents-beyond.ts';
import { toCells, useAllAgents } from './use-all-agents.ts';
import './scope.ts';

const { Component: AgentDetails } = createLazyCode(async () => ({
  default: (await import('./AgentDetails.tsx')).AgentDetails,
}));

const AgentLabelsForm = createLateForm(async () => ({
  default: (await import('./AgentLabelsForm.tsx')).AgentLabelsForm,
}));

const { Component: AgentMap } = createLazyCode(async () => ({
  default: (await import('./AgentMap.tsx')).AgentMap,
}));

const POLL_MS = 5000;
const NONE: readonly Agent[] = [];
const NOTHING: ReadonlySet<string> = new Set();
const NO_FLEETS: readonly Fleet[] = [];
const getRowId = ({ id }: Agent) => id;
const createRowMenu = ({ id }: Agent): readonly CommandMenuItem[] => [
  { id: 'agent.open', args: { agent: id } },
  { id: 'agent.editLabels', args: { agent: id } },
  { id: 'agent.move', args: { agent: id } },
  { id: 'agent.retry', args: { agent: id } },
  { id: 'agent.restart', args: { agent: id } },
  { id: 'agent.delete', args: { agent: id }, danger: true, startsGroup: true },
];

type AgentPanelProps = { agent: Agent; isLabeling: boolean; onClose: () => void };

function AgentPanel({ agent, isLabeling, onClose }: AgentPanelProps) {
  if (!isLabeling) return <AgentDetails agent={agent} onClose={onClose} />;
  return <AgentLabelsForm agent={agent} onClose={() => goTo(paths.agent(agent.id), { replace: true })} />;
}

function AgentsBar({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className={bulk.bar} role="group" aria-label="Selected agents">
      <span className={bulk.count}>{formatExact(count)} selected</span>
      <CommandButton id="agents.labelSelected" label="Label" size="small" hideKeys />
      <CommandButton id="agents.moveSelected" label="Move" size="small" hideKeys />
      <CommandButton id="agents.restartSelected" label="Restart" size="small" hideKeys />
      <CommandButton id="agents.deleteSelected" label="Delete disconnected" size="small" hideKeys />
      <CommandButton id="list.clearSelection" label="Clear" size="small" variant="ghost" hideKeys />
    </div>
  );
}

export default function AgentsPage() {
  const site = useSite();
  const { path, search } = useShownLocation();
  const parameters = new URLSearchParams(search);
  const openId = /\/agents\/(\d+)$/.exec(path)?.[1];
  const fleetId = parameters.get('fleet') ?? undefined;
  const { text } = useListSearch();
  const wanted = useMemo(() => parseAgentSearch(text), [text]);
  const choice = {
    ...(wanted.attributes.length > 0 ? { attributes: [...wanted.attributes] } : {}),
    ...(wanted.withoutAttributes.length > 0 ? { withoutAttributes: [...wanted.withoutAttributes] } : {}),
    ...(fleetId === undefined ? { siteIds: [site.id] } : { siteIds: [site.id], fleetIds: [fleetId] }),
  };
  const query = {
    ...choice,
    'pagination.limit': PAGE_LIMIT_MAX,
    'pagination.ordering.fieldName': 'status' as const,
  };
  const options = { poll: POLL_MS, keepPrevious: true, isSuppressed: true };
  const asked = useCall('listAgents', { query }, options);
  const total = asked.data?.pagination.totalCount;
  // Beyond one page the service searches, shortly after the last key.
  const isSearched = wanted.terms.length > 0 && (total ?? 0) > (asked.data?.agents.length ?? 0);
  const sought = useDeferredValue(text);
  const found = useCall(
    'listAgents',
    { query: { ...query, search: sought } },
    { ...options, enabled: isSearched && sought !== '' },
  );
  const fleets = useCall('listFleets', { query: { siteIds: [site.id] } }, { isSuppressed: true });
  const answer = (isSearched ? found.data : undefined) ?? asked.data;
  const listed = answer?.agents ?? NONE;
  const matchCount = answer?.pagination.totalCount ?? 0;
  const isPart = matchCount > listed.length;
  const all = useAllAgents(
    isSearched && sought !== '' ? { ...choice, search: sought } : choice,
    listed,
    isPart,
  );
  const [cursorId, setCursorId] = useListCursor('agents', openId);
  const wantedId = openId ?? (all.has(cursorId) ? cursorId : undefined);
  const isListed = useMemo(() => listed.some(({ id }) => id === wantedId), [listed, wantedId]);
  const selection = useState<ReadonlySet<string>>(NOTHING);
  const restedId = useRested(wantedId);
  const { agents: beyond, isRead } = useAgentsBeyond({
    listed,
    currentId: restedId,
    selectedIds: selection[0],
    isOnMap: all.has,
    isEnabled: !asked.isPending,
  });
  // Trouble comes first.
  const agents = useMemo(
    () =>
      [...listed, ...beyond.filter(({ id }) => all.has(id))].toSorted(
        (a, b) => AGENT_STATUSES.indexOf(a.status) - AGENT_STATUSES.indexOf(b.status),
      ),
    [listed, beyond, all.has],
  );
  const opened = useMemo(
    () => (openId === undefined ? undefined : [...listed, ...beyond].find(({ id }) => id === openId)),
    [listed, openId, beyond],
  );
  usePage(opened && formatAgentName(opened));
  const list = useListPage<Agent>({
    name: 'agents',
    rows: agents,
    passes: useCallback((agent: Agent) => matchesAgent(agent, wanted), [wanted]),
    rowId: getRowId,
    rowLabel: formatAgentName,
    menuOf: createRowMenu,
    selection,
  });
  const close = useCallback(() => {
    goTo(paths.agents(), { replace: true });
    list.table.current?.focus();
  }, [list.table]);
  const { start } = useAgentWrite((ids) => {
    if (ids.some((id) => window.location.pathname.endsWith(`/${id}`))) close();
  });
  // Beside an open agent, moving the cursor opens.
  const isOpen = openId !== undefined;
  const moveTo = useCallback(
    (id: string) => (isOpen ? goTo(paths.agent(id), { replace: true }) : setCursorId(id)),
    [isOpen, setCursorId],
  );
  const { selectedRows } = list;
  // Until an unlisted agent is read, the table marks another one, which commands must not act on.
  const isKnown = isListed || beyond.some(({ id }) => id === wantedId);
  const isAwaited = wantedId !== undefined && !isKnown && !(isRead && restedId === wantedId);
  const cells = useMemo(() => all.cells ?? toCells(list.shown), [all.cells, list.shown]);
  usePublishScope('agents.list', {
    current: opened ?? (isAwaited ? undefined : list.cursor),
    agents,
    shown: list.shown,
    selected: selectedRows,
    fleets: fleets.data?.fleets ?? NO_FLEETS,
    moveTo,
    write: start,
  });
  return (
    <ListPage<Agent>
      list={list}
      title="Agents"
      things="agents"
      count={answer && (isPart ? matchCount : list.shown.length)}
      facts={
        isPart && (
          <span className={css.quiet}>
            The first {formatExact(listed.length)} of {formatExact(matchCount)}, worst first; search to find
            others
            {all.total > cells.length && `; the map has ${formatExact(cells.length)}`}
          </span>
        )
      }
      actions={undefined}
      searchLabel="Search agents"
      searchField={<AgentSearchField key={site.id} label="Search agents" list={list} agents={listed} />}
      columns={opened ? narrowAgentColumns : agentColumns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={
        agents.length === 0 && wanted.attributes.length + wanted.withoutAttributes.length === 0 ? (
          <EmptyState
            title="No agent"
            icon="monitor"
            action={<CommandButton id="go.fleets" label="See the fleets" />}
          >
            An agent is an OpenTelemetry Collector that enrolled in a fleet. Open a fleet and enroll agents:
            it shows the command to run on each machine.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      lead={
        cells.length > 1 && (
          <Suspense fallback={null}>
            <AgentMap
              cells={cells}
              cursorId={wantedId ?? list.cursor?.id ?? cursorId}
              onCursorChange={moveTo}
              onOpen={(id) => goTo(paths.agent(id))}
            />
          </Suspense>
        )
      }
      cursorId={isAwaited ? undefined : cursorId}
      isOrderPending={isAwaited}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.agent(id))}
      bulk={<AgentsBar count={selectedRows.length} />}
      panel={
        isOpen && (opened || isAwaited)
          ? {
              label: opened ? formatAgentName(opened) : 'Agent',
              isWide: true,
              content:
                opened && restedId === openId ? (
                  <AgentPanel
                    key={openId}
                    agent={opened}
                    isLabeling={parameters.get('form') === 'labels'}
                    onClose={close}
                  />
                ) : (
                  <Skeleton width="100%" height={96} label="the agent" />
                ),
            }
          : undefined
      }
    />
  );
}
