import { EmbeddedEngine, type EmbeddedEngineOptions } from './supervisor.ts';
import type { EnginePort } from './types/engine.ts';
import { EngineGroup } from './workers/engine-group.ts';

export type EngineProcesses = { readonly pid: number | undefined; readonly pids: readonly number[] };

/**
 * A local engine, not yet started. Unacknowledged input survives its crash; it ends with this process.
 * Several workers are processes started on demand.
 */
export const createEmbeddedEngine = (options: EmbeddedEngineOptions): EnginePort & EngineProcesses =>
  (options.workers ?? 1) > 1 ? new EngineGroup(options) : new EmbeddedEngine(options);
