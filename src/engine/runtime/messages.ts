import { mkdirSync } from 'node:fs';
import type { EngineWorker } from '../topology/worker-folders.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from '../types/dead-letter.ts';
import type { DeployStep } from '../types/engine.ts';
import type { ExpectedPipeline, PipelinePlan } from '../types/plan.ts';
import type { EngineProblem } from '../types/problem.ts';
import type { EngineReport } from '../types/report.ts';
import type { TapEvent, TapRequest } from '../types/tap.ts';

export type Order =
  | {
      kind: 'deploy';
      call: number;
      plan: PipelinePlan;
      isForced: boolean;
      isIsolated: boolean;
      isMoved: boolean;
    }
  | { kind: 'deploy.cancel'; call: number }
  /** A deployment of each follows. */
  | { kind: 'expect'; pipelines: ExpectedPipeline[] }
  | { kind: 'remove'; call: number; pipelineId: string; drainMs: number }
  | { kind: 'tap'; tap: number; request: TapRequest }
  | { kind: 'tap.stop'; tap: number }
  | { kind: 'letters'; call: number; request: DeadLetterRequest }
  | { kind: 'reserved'; call: number; problem?: EngineProblem | undefined }
  | { kind: 'stop'; call: number };

export type Notice =
  | { kind: 'ready' }
  | { kind: 'beat' }
  | { kind: 'step'; call: number; step: DeployStep }
  | { kind: 'done'; call: number; problem?: EngineProblem | undefined }
  | { kind: 'report'; report: EngineReport }
  | { kind: 'tap.events'; tap: number; events: TapEvent[] }
  | { kind: 'tap.end'; tap: number; reason: string }
  | { kind: 'reserve'; call: number; resource: string; id: string; name: string }
  | { kind: 'release'; id: string }
  | {
      kind: 'letters';
      call: number;
      answer?: DeadLetterAnswer | undefined;
      problem?: EngineProblem | undefined;
    };

export type ChildSettings = {
  readonly dataFolder: string;
  readonly siteId: string;
  readonly apiPort?: number;
  /** Omitted for an engine of one process. */
  readonly worker?: EngineWorker;
};

export const BEAT_MS = 1000;
/** Silence before the child counts as hung, in general and while busy. */
export const SILENCE_MS = 10_000;
export const BUSY_MS = 3500;
/** Drain time on stop, and after the parent died. */
export const STOP_DRAIN_MS = 30_000;
export const ORPHAN_DRAIN_MS = 2500;
export const ORPHAN_EXIT_MS = 4000;
/** How long a new process looks for an orphan's counters. */
export const ORPHAN_HEARD_MS = 2 * ORPHAN_EXIT_MS;

/** Bounds backtracking of user patterns, and sizes V8's young generation for batches. */
export const CHILD_FLAGS = [
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
];

/** Restricts writes to these folders, which are recreated if missing. */
export function makeWriteFlags(folders: readonly string[]): string[] {
  return folders.map((folder) => {
    try {
      // A permission granted for a missing folder does not cover files in it.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch {
      // The process does without.
    }
    return `--allow-fs-write=${folder}`;
  });
}
