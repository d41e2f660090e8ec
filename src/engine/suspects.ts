import type { ProcessEnd } from './runtime/watched-process.ts';
import { bufferConfigOf } from './topology/buffer-config.ts';
import { takeWorkNote, workNoteOf } from './topology/work-note.ts';
import type { PipelinePlan } from './types/plan.ts';

const OWN_BYTES = 1.5 * 2 ** 30;

/** A base plus twice the memory buffers, as queued events have an index. */
export function memoryLimit(plans: Iterable<PipelinePlan>): number {
  let bytes = OWN_BYTES;
  for (const { nodes } of plans)
    for (const { nodeType, config } of nodes) {
      if (nodeType !== 'SINK') continue;
      const { mode, maxBytes } = bufferConfigOf(config);
      if (mode === 'memory') bytes += 2 * maxBytes;
    }
  return bytes;
}

export const allowsMemory = (bytes: number, plans: Iterable<PipelinePlan>): boolean =>
  bytes <= OWN_BYTES || bytes <= memoryLimit(plans);

/** Kills from outside and requested ends are not its fault. */
export const isOwnFault = ({ killedFor, signal, code }: ProcessEnd): boolean =>
  killedFor !== null || (signal !== null ? signal !== 'SIGKILL' && signal !== 'SIGTERM' : code !== 0);

/** Pipelines in work at a crash: isolated until their graph changes. */
export class Suspects {
  readonly #note: string;
  readonly #versions: Map<string, number>;

  /** @param worker index of the process @param versions shared by the processes of an engine */
  constructor(dataFolder: string, siteId: string, worker = 0, versions = new Map<string, number>()) {
    this.#note = workNoteOf(dataFolder, siteId, worker);
    this.#versions = versions;
  }

  has({ pipelineId, graphVersion }: PipelinePlan): boolean {
    return this.#versions.get(pipelineId) === graphVersion;
  }

  /** The plan that caused the end, if any; it becomes a suspect. */
  find(end: ProcessEnd, plans: ReadonlyMap<string, PipelinePlan>): PipelinePlan | undefined {
    const pipelineId = takeWorkNote(this.#note);
    const plan = pipelineId === null ? undefined : plans.get(pipelineId);
    if (!plan || !isOwnFault(end)) return undefined;
    this.#versions.set(plan.pipelineId, plan.graphVersion);
    return plan;
  }
}
