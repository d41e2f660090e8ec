import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import { createStore } from '../lib/store.ts';

/** An assistant's proposal to edit before saving. */
export type HandedProposal = {
  /** Undefined for a new pipeline. */
  readonly pipelineId: string | undefined;
  readonly before: DefinedPipeline;
  readonly after: DefinedPipeline;
};

/** Taken once, by the editor. */
export const handedProposal = createStore<HandedProposal | undefined>(undefined);
