import type { ToastStatus } from '../../../../contract/enums.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type { ToastStatus };

export const TOAST_MARKS: Record<ToastStatus, { shape: ShapeName; tone: Tone; word: string }> = {
  info: { shape: 'info', tone: 'info', word: 'Information' },
  success: { shape: 'check', tone: 'ok', word: 'Done' },
  warning: { shape: 'triangle', tone: 'warn', word: 'Warning' },
  error: { shape: 'octagon', tone: 'err', word: 'Error' },
};
