import { useMemo } from 'react';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { useCall } from '../../api/use-call.ts';

/** Their ids are in the call's URL, limited to 16 kB. */
const BEYOND_MAX = 300;
const POLL_MS = 5000;
const NONE: readonly Agent[] = [];

type AgentsBeyond = {
  listed: readonly Agent[];
  currentId: string | undefined;
  selectedIds: ReadonlySet<string>;
  /** Whether it is on the map: others were deleted, or do not match. */
  isOnMap: (id: string | undefined) => boolean;
  isEnabled: boolean;
};

/** Needed agents outside the list's page: the current and selected ones. */
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
