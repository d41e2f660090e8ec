import {
  getDisplay,
  type StatusShape as LifecycleShape,
  type StatusDisplay,
  type StatusTone,
} from '../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import type { ShapeName, Tone } from './widgets/icons/status-shape.tsx';

const SHAPES: Record<LifecycleShape, ShapeName> = {
  'disc-check': 'check',
  'ring-arrow': 'rolledBack',
  'ring-progress': 'pending',
  octagon: 'octagon',
  'square-bars': 'paused',
  'arc-dot': 'bypassed',
  'ring-dashed': 'dashed',
  'ring-cross': 'deleted',
};

const TONES: Record<StatusTone, Tone> = {
  ok: 'ok',
  warn: 'warn',
  info: 'info',
  error: 'err',
  quiet: 'text2',
};

export type StatusFacts = Pick<Pipeline, 'status' | 'pendingAction'>;

export type StatusLook = { label: string; shape: ShapeName; tone: Tone; note?: string };

export const getToneLook = ({ shape, tone }: StatusDisplay): Pick<StatusLook, 'shape' | 'tone'> => ({
  shape: SHAPES[shape],
  tone: TONES[tone],
});

export function getStatusLook(pipeline: StatusFacts): StatusLook {
  const display = getDisplay(pipeline);
  const isRolledBack = pipeline.status === 'ROLLED_BACK' && pipeline.pendingAction === 'NOP';
  return {
    label: display.label,
    ...getToneLook(display),
    ...(isRolledBack ? { note: 'rolled back' } : {}),
  };
}
