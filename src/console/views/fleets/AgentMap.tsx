import { AGENT_STATUSES, type AgentStatus } from '../../../contract/entities/fleet.ts';
import { type Cell, type CellKind, CellMap } from '../../components/widgets/cell-map/cell-map.tsx';
import type { CellMark } from '../../components/widgets/cell-map/layout.ts';
import { AGENT_LOOKS } from './looks.ts';

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
  cells: readonly Cell[];
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (id: string) => void;
};

/** Agents by their status. */
export function AgentMap(props: AgentMapProps) {
  return <CellMap label="Status map" kinds={KINDS} {...props} />;
}
