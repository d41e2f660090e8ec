import { useMemo } from 'react';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { useCall } from '../../api/use-call.ts';

/** Their ids are in the address of the call, which may have 16 kB. */
const BEYOND_MAX = 300;
const POLL_MS = 5000;
const NONE: readonly Agent[] = [];

type AgentsBeyond = {
  listed: readonly Agent[];
  /** Under the cursor, or open. */
  currentId: string | undefined;
  selectedIds: ReadonlySet<string>;
  /** Whether the map has it: others were deleted, or are not sought. */
  isOnMap: (id: string | undefined) => boolean;
  isEnabled: boolean;
};

/** Agents that the page of the list does not hold, and that are wanted in it: the current one, and selected ones. */
export function useAgentsBeyond({ listed, currentId, selectedIds, isOnMap, isEnabled }: AgentsBeyond) {
  const ids = useMemo(() => {
    const held = new Set(listed.map(({ id }) => id));
    const selected = [...selectedIds].filter((id) => isOnMap(id) && id !== currentId);
    const wanted = currentId === undefined ? selected : [currentId, ...selected];
    return wanted.filter((id) => !held.has(id)).slice(0, BEYOND_MAX);
  }, [listed, currentId, selectedIds, isOnMap]);
  const { data, isPlaceholderData } = useCall(
    'listAgents',
    { query: { agentIds: ids, 'pagination.limit': BEYOND_MAX } },
    { enabled: isEnabled && ids.length > 0, poll: POLL_MS, keepPrevious: true, isSuppressed: true },
  );
  const agents = useMemo(
    () => (ids.length === 0 ? NONE : (data?.agents ?? NONE).filter(({ id }) => ids.includes(id))),
    [ids, data],
  );
  return { agents, isRead: data !== undefined && !isPlaceholderData };
}
