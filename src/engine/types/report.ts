import type { Senders } from '../components/shared/inbound/sender-book.ts';
import type { DeadLetterFigures } from './dead-letter.ts';
import type { Counters, Gauges } from './metrics.ts';
import type { EngineProblem } from './problem.ts';
import type { ReplayProgress } from './replay.ts';

/** Errors of one component since the last report, grouped by name. */
export type ErrorReport = EngineProblem & {
  pipelineId: string;
  componentId: string;
  nodeId: string;
  level: 'ERROR' | 'WARN' | 'INFO';
  count: number;
  /** Unix milliseconds. */
  lastAt: number;
  exampleEvent: string;
};

/** Of a process of the engine and those of single pipelines that it started. */
export type Usage = {
  /** CPU milliseconds since the engine started. */
  cpuMs: number;
  /** Resident bytes. */
  memoryBytes: number;
};

/** `disconnected` is for remote engines only; their pipelines continue to run. */
export type EngineState = 'starting' | 'running' | 'restarting' | 'stopped' | 'disconnected';

export type EngineReport =
  /**
   * Sent each second and on stop. Totals restart at zero with a new `bootId`; the service adds differences,
   * so a restart neither loses nor double-counts. A report replaces those of lower `sequence` in the same
   * boot. `isFormer`: the last report of an earlier boot, sent again in case it was missed.
   */
  | {
      type: 'counters';
      bootId: string;
      sequence: number;
      at: number;
      isFormer?: true;
      /** Name of the machine; reports that earlier releases kept have none. */
      host?: string;
      /** Pipelines whose transforms ran in a process of their own. */
      isolated?: string[];
      /** Pipelines that do not run yet: their deployment is under way or waits. Left out when there is none. */
      starting?: string[];
      pipelines: Record<string, Record<string, Counters>>;
      /** Running nodes only. */
      gauges?: Record<string, Record<string, Gauges>>;
      /** Senders by running source. */
      senders?: Record<string, Senders>;
      /** Replays of archives by running source; left out when there is none. */
      replays?: Record<string, ReplayProgress>;
      /** By pipeline, also of those that run no more. */
      deadLetters?: Record<string, DeadLetterFigures>;
      /** Index of the engine's process, left out for the first: each reports what runs there. */
      worker?: number;
      /** Not sent by earlier releases. */
      usage?: Usage;
    }
  /** A remote engine numbers these and resends them until acknowledged. */
  | { type: 'errors'; errors: ErrorReport[]; number?: number }
  | { type: 'state'; state: EngineState; problem?: EngineProblem }
  | { type: 'pipeline.failed'; pipelineId: string; problem: EngineProblem };
