import type { Senders } from '../components/shared/inbound/sender-book.ts';
import type { DeadLetterFigures } from './dead-letter.ts';
import type { Counters, Gauges } from './metrics.ts';
import type { EngineProblem } from './problem.ts';
import type { ReplayProgress } from './replay.ts';

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

/** An engine process with the isolated processes it started. */
export type Usage = {
  /** CPU milliseconds since the engine started. */
  cpuMs: number;
  memoryBytes: number;
};

/** `disconnected`: remote engines only; their pipelines run on. */
export type EngineState = 'starting' | 'running' | 'restarting' | 'stopped' | 'disconnected';

export type EngineReport =
  /**
   * Sent each second and on stop. Totals restart at zero with a new `bootId`; the service adds differences,
   * so a restart neither loses nor double-counts. A report replaces those of lower `sequence` in the same
   * boot. `isFormer`: the last report of an earlier boot, resent in case it was missed.
   */
  | {
      type: 'counters';
      bootId: string;
      sequence: number;
      at: number;
      isFormer?: true;
      /** Name of the machine; absent in reports kept by earlier releases. */
      host?: string;
      isolated?: string[];
      /** Pipelines whose deployment is running or waiting; omitted if none. */
      starting?: string[];
      pipelines: Record<string, Record<string, Counters>>;
      gauges?: Record<string, Record<string, Gauges>>;
      senders?: Record<string, Senders>;
      /** By running source; omitted if none. */
      replays?: Record<string, ReplayProgress>;
      /** By pipeline, including stopped ones. */
      deadLetters?: Record<string, DeadLetterFigures>;
      /** Index of the engine process, omitted for the first. Each reports what runs in it. */
      worker?: number;
      /** Not sent by earlier releases. */
      usage?: Usage;
    }
  /** A remote engine numbers these and resends them until acknowledged. */
  | { type: 'errors'; errors: ErrorReport[]; number?: number }
  | { type: 'state'; state: EngineState; problem?: EngineProblem }
  | { type: 'pipeline.failed'; pipelineId: string; problem: EngineProblem };
