import { useMemo } from 'react';
import type { CallQuery } from '../../../contract/calls/index.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { useCall } from '../../api/use-call.ts';
import type { Cell } from '../../components/widgets/cell-map/cell-map.tsx';

/** Ten thousand agents are half a megabyte; the list shows changes sooner. */
const POLL_MS = 30_000;

/** An agent's place depends on fleet and host, not on status. */
export function toCells(agents: readonly Agent[]): readonly Cell[] {
  return agents
    .map((agent) => ({
      id: agent.id,
      label: formatAgentName(agent),
      kind: agent.status,
      place: `${agent.fleetName} ${agent.host} ${agent.id}`,
    }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

/**
 * All agents for the map, when the list does not hold all.
 * @param listed the list's agents, with newer status
 */
export function useAllAgents(query: CallQuery<'mapAgents'>, listed: readonly Agent[], isNeeded: boolean) {
  const options = { poll: POLL_MS, keepPrevious: true, isSuppressed: true, enabled: isNeeded };
  const { data } = useCall('mapAgents', { query }, options);
  const cells = useMemo(() => {
    if (!isNeeded || !data) return undefined;
    const newer = new Map(listed.map(({ id, status }) => [id, status]));
    return data.ids.map((id, at) => ({
      id,
      label: data.names[at] ?? '',
      kind: newer.get(id) ?? data.statuses[at] ?? '',
    }));
  }, [isNeeded, data, listed]);
  const has = useMemo(() => {
    const ids = new Set<string | undefined>(cells?.map(({ id }) => id));
    return (id: string | undefined) => ids.has(id);
  }, [cells]);
  return { cells, has, total: cells ? (data?.totalCount ?? 0) : 0 };
}
