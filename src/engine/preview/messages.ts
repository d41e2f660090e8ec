import { CHILD_FLAGS } from '../runtime/messages.ts';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import type { EngineProblem } from '../types/problem.ts';

/** A run begins when it is picked up, not when it was sent. */
export type PreviewNotice =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'done'; report: PreviewReport }
  | { kind: 'failed'; problem: EngineProblem };

export type PreviewOrder = { kind: 'run'; request: PreviewRequest };

export const TIME_LIMIT_MS = 5000;
/** Other memory counts against the total. */
const HEAP_MIB = 192;
export const MEMORY_LIMIT_BYTES = 512 << 20;
/** The process is replaced when it holds more after a run. */
export const LEFT_OVER_LIMIT_BYTES = 320 << 20;

/** Like the engine, but bounded in memory, without file writes or child processes. */
export const PREVIEW_FLAGS = [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
];
