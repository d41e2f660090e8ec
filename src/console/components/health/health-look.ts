import { HEALTH_LABELS, HEALTH_UNKNOWN, type HealthState } from '../../../contract/entities/health.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';

export type HealthLook = { label: string; shape: ShapeName; tone: Tone };

export const HEALTH_LOOKS: Record<HealthState, HealthLook> = {
  healthy: { label: HEALTH_LABELS.healthy, shape: 'check', tone: 'ok' },
  atRisk: { label: HEALTH_LABELS.atRisk, shape: 'triangle', tone: 'warn' },
  fallingBehind: { label: HEALTH_LABELS.fallingBehind, shape: 'rolledBack', tone: 'warn' },
  failing: { label: HEALTH_LABELS.failing, shape: 'octagon', tone: 'err' },
  waiting: { label: HEALTH_LABELS.waiting, shape: 'dashed', tone: 'text3' },
  starting: { label: HEALTH_LABELS.starting, shape: 'pending', tone: 'text3' },
  notRunning: { label: HEALTH_LABELS.notRunning, shape: 'dashed', tone: 'text3' },
};

export const UNKNOWN_LOOK: HealthLook = { label: HEALTH_UNKNOWN, shape: 'dashed', tone: 'warn' };
