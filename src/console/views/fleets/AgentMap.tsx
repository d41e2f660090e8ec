import { useMemo } from 'react';
import { AGENT_STATUSES, type AgentStatus } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { type CellKind, CellMap } from '../../components/widgets/cell-map/cell-map.tsx';
import type { CellMark } from '../../components/widgets/cell-map/layout.ts';
import { AGENT_LOOKS, formatAgentName } from './looks.ts';

const MARKS: Record<AgentStatus, CellMark> = {
  ERROR: 'cross',
  INCOMPATIBLE: 'triangle',
  DISCONNECTED: 'hatched',
  CONFIGURING: 'half',
  UNMANAGED: 'open',
  HEALTHY: 'full',
};
const KINDS: readonly CellKind[] = AGENT_STATUSES.map((id) => ({
  id,
  label: AGENT_LOOKS[id].label,
  mark: MARKS[id],
  tone: AGENT_LOOKS[id].tone,
}));

type AgentMapProps = {
  agents: readonly Agent[];
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (id: string) => void;
};

/** Each agent has its place by fleet and host, whatever its status. */
export function AgentMap({ agents, ...cursor }: AgentMapProps) {
  const cells = useMemo(
    () =>
      agents
        .map((agent) => ({
          id: agent.id,
          label: formatAgentName(agent),
          kind: agent.status,
          place: `${agent.fleetName} ${agent.host} ${agent.id}`,
        }))
        .toSorted((a, b) => (a.place < b.place ? -1 : 1)),
    [agents],
  );
  return <CellMap label="Status map" kinds={KINDS} cells={cells} {...cursor} />;
}
