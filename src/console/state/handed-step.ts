import { createStore } from '../lib/store.ts';

/** A transform to insert after a component, as an unsaved step. */
export type HandedStep = {
  readonly pipelineId: string;
  readonly componentId: string;
  readonly change: { templateId: string; name: string; config: Record<string, unknown> };
};

/** Taken once, by the editor. */
export const handedStep = createStore<HandedStep | undefined>(undefined);
