import type { EngineProblem, PreviewReport, PreviewRequest } from '../port.ts';
import { CHILD_FLAGS } from '../runtime/messages.ts';

/** What the process of previews says. A run begins when it is taken up, not when it was sent. */
export type PreviewNotice =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'done'; report: PreviewReport }
  | { kind: 'failed'; problem: EngineProblem };

export type PreviewOrder = { kind: 'run'; request: PreviewRequest };

export const TIME_LIMIT_MS = 5000;
/** Of the objects of the process; what lies outside of them counts against the whole. */
const HEAP_MIB = 192;
export const MEMORY_LIMIT_BYTES = 512 << 20;
/** A process that still has more than this in use after a run makes way for a new one. */
export const LEFT_OVER_LIMIT_BYTES = 320 << 20;

/** The same patterns as in the engine; bounded in memory; it writes no files and starts no processes. */
export const PREVIEW_FLAGS = [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
];
