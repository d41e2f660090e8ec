import { createStore } from '../../../lib/store.ts';

export const deployAsked = createStore<{ pipelineId: string; version: number } | undefined>(undefined);
