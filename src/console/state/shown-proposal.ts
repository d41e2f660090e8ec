import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import { createStore } from '../lib/store.ts';

/** The assistant's open proposal for a stored pipeline. */
export type ShownProposal = {
  readonly pipelineId: string;
  readonly title: string;
  /** Undefined for a change of a pull request. */
  readonly version: number | undefined;
  readonly before: DefinedPipeline;
  readonly after: DefinedPipeline;
};

export const shownProposal = createStore<ShownProposal | undefined>(undefined);

/** Whether the graph on screen draws it, so that its card does not. */
export const isProposalDrawn = createStore(false);
