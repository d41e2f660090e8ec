import { createStore } from '../lib/store.ts';

/** A transform to add behind a component, handed to the editor of a pipeline as an unsaved step. */
export type HandedStep = {
  readonly pipelineId: string;
  readonly componentId: string;
  readonly change: { templateId: string; name: string; config: Record<string, unknown> };
};

/** Taken once, by the editor. */
export const handedStep = createStore<HandedStep | undefined>(undefined);
