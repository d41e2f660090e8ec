import { EmbeddedEngine, type EmbeddedEngineOptions } from './supervisor.ts';
import type { EnginePort } from './types/engine.ts';
import { EngineGroup } from './workers/engine-group.ts';

/** Process ids of what runs; without one while it restarts. */
export type EngineProcesses = { readonly pid: number | undefined; readonly pids: readonly number[] };

/**
 * A local engine, not started yet. Unacknowledged input survives its crash; it ends with this process. With several
 * workers its pipelines are spread over as many processes, each started when it is needed.
 */
export const createEmbeddedEngine = (options: EmbeddedEngineOptions): EnginePort & EngineProcesses =>
  (options.workers ?? 1) > 1 ? new EngineGroup(options) : new EmbeddedEngine(options);
