import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import { createStore } from '../lib/store.ts';

/** What the assistant proposed, handed to the editor to be changed there before it is saved. */
export type HandedProposal = {
  /** Undefined for a pipeline that does not exist yet. */
  readonly pipelineId: string | undefined;
  readonly before: DefinedPipeline;
  readonly after: DefinedPipeline;
};

/** Taken once, by the editor. */
export const handedProposal = createStore<HandedProposal | undefined>(undefined);
