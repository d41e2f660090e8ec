import { createStore } from '../../commands/store.ts';

/** What is explained: a range of time in Unix seconds, of one pipeline or of the site. */
export type Explained = { start: number; end: number; pipelineId: string | undefined };

/** The window is open as long as there is something to explain. */
export const explained = createStore<Explained | undefined>(undefined);
