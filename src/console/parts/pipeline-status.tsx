import {
  displayOf,
  type StatusShape as MachineShape,
  type StatusTone,
} from '../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';
import { StatusBadge } from '../widgets/status/status-badge.tsx';

const SHAPES: Record<MachineShape, ShapeName> = {
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

type Facts = Pick<Pipeline, 'status' | 'pendingAction'>;

/** Label, shape and tone of a pipeline's state, as widgets take them (R4-03 … R4-18). */
export function statusLook(pipeline: Facts): { label: string; shape: ShapeName; tone: Tone; note?: string } {
  const { label, shape, tone } = displayOf(pipeline);
  const isRolledBack = pipeline.status === 'ROLLED_BACK' && pipeline.pendingAction === 'NOP';
  return { label, shape: SHAPES[shape], tone: TONES[tone], ...(isRolledBack ? { note: 'rolled back' } : {}) };
}

/** A pipeline's state by shape, colour and word. */
export function PipelineStatus({ pipeline, look }: { pipeline: Facts; look?: 'text' | 'pill' }) {
  return <StatusBadge {...statusLook(pipeline)} {...(look ? { look } : {})} />;
}
