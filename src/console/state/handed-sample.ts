import { createStore } from '../lib/store.ts';

/** Events that another screen hands to the preview of a pipeline. */
export type HandedSample = {
  readonly pipelineId: string;
  readonly name: string;
  /** The newest first: these are kept where not all fit. */
  readonly events: readonly string[];
  /** Per event: JSON text of `@origin`, empty where it is not known. */
  readonly origins: readonly string[];
};

/** Taken once, by the pipeline's screen. */
export const handedSample = createStore<HandedSample | undefined>(undefined);
