import {
  displayOf,
  type StatusShape as LifecycleShape,
  type StatusTone,
} from '../../../machines/pipeline-lifecycle/index.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';

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
  quiet: 'text3',
};

/** Word, shape and colour of a pipeline's state, as the widgets draw them. */
export function statusFace(pipeline: Parameters<typeof displayOf>[0]): {
  label: string;
  shape: ShapeName;
  tone: Tone;
} {
  const display = displayOf(pipeline);
  return { label: display.label, shape: SHAPES[display.shape], tone: TONES[display.tone] };
}
