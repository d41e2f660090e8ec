import { AGENT_STATUSES, type AgentStatus, type RolloutOutcome } from '../../../contract/entities/fleet.ts';
import { type Cell, type CellKind, CellMap } from '../../components/widgets/cell-map/cell-map.tsx';
import type { CellMark } from '../../components/widgets/cell-map/layout.ts';
import { AGENT_LOOKS, OUTCOME_LOOKS } from './looks.ts';

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
  // Label after a count.
  label: id === 'ERROR' ? 'In error' : AGENT_LOOKS[id].label,
  mark: MARKS[id],
  tone: AGENT_LOOKS[id].tone,
}));

type AgentMapProps = {
  cells: readonly Cell[];
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (id: string) => void;
};

export function AgentMap(props: AgentMapProps) {
  return <CellMap label="Status map" kinds={KINDS} {...props} />;
}

const OUTCOME_MARKS: Record<RolloutOutcome, CellMark> = {
  FAILED: 'cross',
  WAITING: 'half',
  APPLIED: 'full',
  RESTORED: 'triangle',
  AWAY: 'hatched',
};
const OUTCOME_KINDS: readonly CellKind[] = (
  ['FAILED', 'WAITING', 'APPLIED', 'RESTORED', 'AWAY'] as const
).map((id) => ({
  ...OUTCOME_LOOKS[id],
  id,
  mark: OUTCOME_MARKS[id],
}));

type RolloutMapProps = AgentMapProps & { nameGroup: ((group: number) => string) | undefined };

/** Agents of a rollout by outcome, grouped and named by step. */
export function RolloutMap(props: RolloutMapProps) {
  return <CellMap label="Agents by step" kinds={OUTCOME_KINDS} {...props} />;
}
