import type { ComponentProblem, DeliverOutcome } from '../components/types.ts';
import { CHILD_FLAGS } from '../runtime/messages.ts';
import type { DeadEvent } from '../topology/dead-letters.ts';
import type { Counters } from '../types/metrics.ts';
import type { PipelinePlan } from '../types/plan.ts';
import type { EngineProblem } from '../types/problem.ts';
import type { ErrorReport } from '../types/report.ts';

export type IsolationOrder =
  | { kind: 'prepare'; call: number; plan: PipelinePlan; isForced: boolean }
  | { kind: 'commit'; call: number }
  | { kind: 'barrier'; call: number }
  /** Flushes state once; `hurry` also after each further batch. */
  | { kind: 'flush' }
  | { kind: 'hurry' }
  | { kind: 'watch'; componentIds: string[] }
  /** `carefully`: each node is reported before it is entered, to find the one that crashes. */
  | { kind: 'batch'; request: number; sourceId: string; stored: Buffer; carefully: boolean }
  | { kind: 'settled'; emission: number; outcome: DeliverOutcome };

export type IsolationNotice =
  | { kind: 'ready' }
  | { kind: 'beat' }
  | { kind: 'done'; call: number; problem?: EngineProblem; results: IsolationResults }
  | { kind: 'entering'; request: number; componentId: string; stored: Buffer; results: IsolationResults }
  /** `isPending`: state holds the acknowledgement until `released`. */
  | { kind: 'passed'; request: number; isPending: boolean; results: IsolationResults }
  | { kind: 'released'; request: number; outcome: DeliverOutcome }
  | { kind: 'results'; results: IsolationResults };

/** What an output acknowledges: an input batch, or an emission of kept state. */
export type Waiter = { readonly request: number } | { readonly emission: number };

/** Outcomes and metric changes since the last message. */
export type IsolationResults = {
  readonly outputs: readonly {
    sinkId: string;
    stored: Buffer;
    events: number;
    bytes: number;
    waiter: Waiter;
  }[];
  readonly deadLetters: readonly {
    componentId: string;
    problem: ComponentProblem;
    event: DeadEvent;
    waiter: Waiter;
  }[];
  readonly counters: Readonly<Record<string, Partial<Counters>>>;
  readonly busyMs: Readonly<Record<string, number>>;
  readonly errors: readonly ErrorReport[];
  readonly seen: readonly { componentId: string; stored: Buffer }[];
};

export const ISOLATION_BEAT_MS = 1000;
/** A hanging pipeline must be marked as failed within 5 s. */
export const ISOLATION_BUSY_MS = 3000;
export const ISOLATION_SILENCE_MS = 10_000;
const HEAP_MIB = 256;
export const ISOLATION_MEMORY_BYTES = 512 << 20;

/** Like the engine, but bounded in memory, without file writes or child processes. */
export const ISOLATION_FLAGS = [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
];
