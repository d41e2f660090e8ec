import { createStore } from '../lib/store.ts';

/** Events handed to a pipeline's preview. */
export type HandedSample = {
  readonly pipelineId: string;
  readonly name: string;
  /** The newest first: these are kept where not all fit. */
  readonly events: readonly string[];
  /** Per event: JSON text of `@origin`, or empty. */
  readonly origins: readonly string[];
};

/** Taken once, by the pipeline's screen. */
export const handedSample = createStore<HandedSample | undefined>(undefined);
