import { createStore } from '../../../commands/store.ts';

/** The saved version that is to be deployed from the screen of its pipeline, once the question is answered. */
export const deployAsked = createStore<{ pipelineId: string; version: number } | undefined>(undefined);
