import type { HealthState } from '../../../contract/entities/health.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';

export type HealthLook = { label: string; shape: ShapeName; tone: Tone };

export const HEALTH_LOOKS: Record<HealthState, HealthLook> = {
  healthy: { label: 'Healthy', shape: 'check', tone: 'ok' },
  atRisk: { label: 'At risk', shape: 'triangle', tone: 'warn' },
  fallingBehind: { label: 'Falling behind', shape: 'rolledBack', tone: 'warn' },
  failing: { label: 'Failing', shape: 'octagon', tone: 'err' },
  waiting: { label: 'No data yet', shape: 'dashed', tone: 'text3' },
  notRunning: { label: 'Not running', shape: 'dashed', tone: 'text3' },
};

/** While the engine is away. */
export const UNKNOWN_LOOK: HealthLook = { label: 'Unknown', shape: 'dashed', tone: 'warn' };
