import type { DeployStep, EngineProblem, EngineReport, PipelinePlan, TapEvent, TapRequest } from '../port.ts';

/** What the service's process asks of the engine's process. */
export type Order =
  | { kind: 'deploy'; call: number; plan: PipelinePlan; isForced: boolean; isApart: boolean }
  | { kind: 'deploy.cancel'; call: number }
  | { kind: 'remove'; call: number; pipelineId: string; drainMs: number }
  | { kind: 'tap'; tap: number; request: TapRequest }
  | { kind: 'tap.stop'; tap: number }
  | { kind: 'stop'; call: number };

/** What the engine's process says. */
export type Notice =
  | { kind: 'ready' }
  | { kind: 'beat' }
  | { kind: 'step'; call: number; step: DeployStep }
  | { kind: 'done'; call: number; problem?: EngineProblem | undefined }
  | { kind: 'report'; report: EngineReport }
  | { kind: 'tap.events'; tap: number; events: TapEvent[] }
  | { kind: 'tap.end'; tap: number; reason: string };

/** How the child is told where to work. */
export type ChildSettings = {
  readonly dataFolder: string;
  readonly siteId: string;
  /** Of the service. */
  readonly apiPort?: number;
};

export const BEAT_MS = 1000;
/** So long may the child be silent before it counts as hung: whatever it does, and while it works on and on. */
export const SILENCE_MS = 10_000;
export const BUSY_MS = 3500;
/** So long the child empties memory buffers when it is stopped, and when its parent died. */
export const STOP_DRAIN_MS = 30_000;
export const ORPHAN_DRAIN_MS = 2500;
export const ORPHAN_EXIT_MS = 4000;
/** So long a new process looks for what an orphan still counts. */
export const ORPHAN_HEARD_MS = 2 * ORPHAN_EXIT_MS;

/** Node's flags of the child: user patterns cannot backtrack without end, and young memory fits batches. */
export const CHILD_FLAGS = [
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
];
