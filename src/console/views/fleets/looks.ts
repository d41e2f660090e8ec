import type { AgentStatus, Fleet, Rollout, RolloutOutcome } from '../../../contract/entities/fleet.ts';
import type {
  Agent,
  AgentDetail,
  AgentEventKind,
  AgentPackage,
} from '../../../contract/entities/fleet-agent.ts';
import type { MaintenanceWindow, Weekday } from '../../../contract/entities/fleet-window.ts';
import { AGENT_STATUS_NAMES } from '../../../contract/fleet-words.ts';
import { counted } from '../../../contract/values.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';

type Look = { label: string; shape: ShapeName; tone: Tone };

export const AGENT_LOOKS: Record<AgentStatus, Look> = {
  ERROR: { label: AGENT_STATUS_NAMES.ERROR, shape: 'octagon', tone: 'err' },
  INCOMPATIBLE: { label: AGENT_STATUS_NAMES.INCOMPATIBLE, shape: 'triangle', tone: 'warn' },
  DISCONNECTED: { label: AGENT_STATUS_NAMES.DISCONNECTED, shape: 'dashed', tone: 'warn' },
  CONFIGURING: { label: AGENT_STATUS_NAMES.CONFIGURING, shape: 'pending', tone: 'info' },
  UNMANAGED: { label: AGENT_STATUS_NAMES.UNMANAGED, shape: 'info', tone: 'text2' },
  HEALTHY: { label: AGENT_STATUS_NAMES.HEALTHY, shape: 'check', tone: 'ok' },
};

export const ROLLOUT_LOOKS: Record<Rollout['state'], Look> = {
  WAITING: { label: 'Waiting', shape: 'paused', tone: 'text2' },
  ROLLING_OUT: { label: 'Rolling out', shape: 'pending', tone: 'info' },
  ROLLING_BACK: { label: 'Rolling back', shape: 'pending', tone: 'warn' },
  SUCCEEDED: { label: 'Succeeded', shape: 'check', tone: 'ok' },
  ROLLED_BACK: { label: 'Rolled back', shape: 'rolledBack', tone: 'warn' },
  STOPPED: { label: 'Stopped', shape: 'octagon', tone: 'err' },
};
const PAUSED: Look = { label: 'Paused', shape: 'paused', tone: 'warn' };

/** A paused rollout says so, even while agents apply their offer. */
export const getRolloutLook = ({ state, isPaused }: Pick<Rollout, 'state' | 'isPaused'>): Look =>
  isPaused ? PAUSED : ROLLOUT_LOOKS[state];

export const OUTCOME_LOOKS: Record<RolloutOutcome, Look> = {
  FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  WAITING: { label: 'Waiting', shape: 'pending', tone: 'info' },
  APPLIED: { label: 'Applied', shape: 'check', tone: 'ok' },
  RESTORED: { label: 'Rolled back', shape: 'rolledBack', tone: 'warn' },
  AWAY: { label: 'Away', shape: 'dashed', tone: 'text3' },
};

export const EVENT_LOOKS: Record<AgentEventKind, Look> = {
  ENROLLED: { label: 'Enrolled', shape: 'info', tone: 'text2' },
  CONNECTED: { label: 'Connected', shape: 'check', tone: 'ok' },
  DISCONNECTED: { label: 'Disconnected', shape: 'dashed', tone: 'warn' },
  OFFERED: { label: 'Offered', shape: 'pending', tone: 'info' },
  APPLIED: { label: 'Applied', shape: 'check', tone: 'ok' },
  FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  UNHEALTHY: { label: 'Unhealthy', shape: 'octagon', tone: 'err' },
  HEALTHY: { label: 'Healthy', shape: 'check', tone: 'ok' },
  MOVED: { label: 'Moved', shape: 'info', tone: 'text2' },
  LABELED: { label: 'Labeled', shape: 'info', tone: 'text2' },
  CREDENTIAL: { label: 'Credential', shape: 'info', tone: 'text2' },
  RESTART: { label: 'Restart', shape: 'pending', tone: 'info' },
  LOGGED_WARNING: { label: 'Logged warning', shape: 'triangle', tone: 'warn' },
  LOGGED_ERROR: { label: 'Logged error', shape: 'octagon', tone: 'err' },
};

export const PACKAGE_LOOKS: Record<AgentPackage['state'], Look> = {
  INSTALLED: { label: 'Installed', shape: 'check', tone: 'ok' },
  INSTALL_PENDING: { label: 'Waiting', shape: 'pending', tone: 'info' },
  INSTALLING: { label: 'Installing', shape: 'pending', tone: 'info' },
  INSTALL_FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  DOWNLOADING: { label: 'Downloading', shape: 'pending', tone: 'info' },
};

const TROUBLE: readonly AgentStatus[] = ['ERROR', 'INCOMPATIBLE', 'DISCONNECTED'];

/** By its worst agent; a rollout precedes what only waits for it. */
export function getFleetLook({ agentCount, statuses, rollout, configuration }: Fleet): Look {
  const worst = TROUBLE.find((status) => statuses[status] > 0);
  if (worst === 'ERROR') return { ...AGENT_LOOKS.ERROR, label: counted(statuses.ERROR, 'error') };
  if (rollout) return getRolloutLook(rollout);
  if (worst)
    return { ...AGENT_LOOKS[worst], label: `${statuses[worst]} ${AGENT_LOOKS[worst].label.toLowerCase()}` };
  if (agentCount === 0) return { label: 'No agent', shape: 'dashed', tone: 'text3' };
  if (statuses.CONFIGURING > 0) return AGENT_LOOKS.CONFIGURING;
  return configuration === null ? AGENT_LOOKS.UNMANAGED : AGENT_LOOKS.HEALTHY;
}

/** Undefined when it can be restarted. */
export function explainNoRestart({ isConnected, acceptsRestart }: Agent): string | undefined {
  if (!isConnected) return 'This agent is not connected; start it on its machine';
  return acceptsRestart
    ? undefined
    : 'Its supervisor accepts no restart; add accepts_restart_command: true to its capabilities';
}

const CREDENTIAL_TEXTS: Record<AgentDetail['credential'], string> = {
  TOKEN: 'The enrollment token',
  OFFERED: 'Its own was offered, and not used yet',
  OWN: 'Its own',
  ROTATING: 'Its own; a new one was offered, and not used yet',
};

/** How an agent authenticates. */
export const formatCredential = ({ credential, acceptsCredential }: AgentDetail): string =>
  acceptsCredential || credential !== 'TOKEN'
    ? CREDENTIAL_TEXTS[credential]
    : 'The enrollment token: it accepts no credential of its own';

/** `environment=staging`, `50 %`, or `The rest`. */
export function nameStep(steps: Rollout['steps'], index: number): string {
  const step = steps[index] ?? 100;
  if (typeof step === 'string') return step;
  return step === 100 && steps.length > 1 ? 'The rest' : `${step} %`;
}

/** `Step 2 of 3: 50 %`. */
export function formatStep({ steps, step }: Pick<Rollout, 'steps' | 'step'>): string {
  if (steps.length === 1) return 'All agents at once';
  return `Step ${step + 1} of ${steps.length}: ${nameStep(steps, step)}`;
}

export const DAY_NAMES: Record<Weekday, string> = {
  MON: 'Mon',
  TUE: 'Tue',
  WED: 'Wed',
  THU: 'Thu',
  FRI: 'Fri',
  SAT: 'Sat',
  SUN: 'Sun',
};

export const formatWindow = ({ days, from, to, timeZone }: MaintenanceWindow): string =>
  `${days.length === 7 ? 'Every day' : days.map((day) => DAY_NAMES[day]).join(', ')}, ${from} to ${to}, ${timeZone}`;
