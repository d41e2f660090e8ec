import type { ComponentProblem, DeliverOutcome } from '../components/types.ts';
import type { Counters, EngineProblem, ErrorReport, PipelinePlan } from '../port.ts';
import { CHILD_FLAGS } from '../runtime/messages.ts';

/** What the engine's process asks of the process that holds the transforms of one pipeline. */
export type ApartOrder =
  /** Makes the transforms of a plan ready; `commit` puts them in place of those that run. */
  | { kind: 'prepare'; call: number; plan: PipelinePlan; isForced: boolean }
  | { kind: 'commit'; call: number }
  /** Answered once everything sent before has been done. */
  | { kind: 'barrier'; call: number }
  /** Everything that is kept back goes on, once, or from now on after each batch too. */
  | { kind: 'flush' }
  | { kind: 'hurry' }
  | { kind: 'watch'; componentIds: string[] }
  /** `carefully`: each node it comes to is told first, so that it is known which one ends the process. */
  | { kind: 'batch'; request: number; sourceId: string; stored: Buffer; carefully: boolean }
  | { kind: 'settled'; emission: number; outcome: DeliverOutcome };

/** What that process says. */
export type ApartNotice =
  | { kind: 'ready' }
  | { kind: 'beat' }
  | { kind: 'done'; call: number; problem?: EngineProblem; results: ApartResults }
  | { kind: 'entering'; request: number; componentId: string; stored: Buffer; results: ApartResults }
  /** `isHeld`: a transform keeps back what `released` tells of later. */
  | { kind: 'passed'; request: number; isHeld: boolean; results: ApartResults }
  | { kind: 'released'; request: number; outcome: DeliverOutcome }
  /** Without a batch: what was kept back went on. */
  | { kind: 'results'; results: ApartResults };

/** Whose acknowledgement waits for an output: that of a batch that came in, or of results of what was kept. */
export type Waiter = { readonly request: number } | { readonly emission: number };

/** What became of events, and every figure that changed since the message before: applied as one. */
export type ApartResults = {
  readonly outputs: readonly {
    sinkId: string;
    stored: Buffer;
    events: number;
    bytes: number;
    waiter: Waiter;
  }[];
  readonly letters: readonly {
    componentId: string;
    problem: ComponentProblem;
    event: string;
    waiter: Waiter;
  }[];
  readonly counters: Readonly<Record<string, Partial<Counters>>>;
  /** Milliseconds of work, by component. */
  readonly busyMs: Readonly<Record<string, number>>;
  readonly errors: readonly ErrorReport[];
  readonly seen: readonly { componentId: string; stored: Buffer }[];
};

export const APART_BEAT_MS = 1000;
/** A pipeline that hangs is marked as failed within 5 s. */
export const APART_BUSY_MS = 3000;
export const APART_SILENCE_MS = 10_000;
const HEAP_MIB = 256;
export const APART_MEMORY_BYTES = 512 << 20;

/** The engine's patterns; bounded in memory; it writes no files and starts no processes. */
export const APART_FLAGS = [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
];
