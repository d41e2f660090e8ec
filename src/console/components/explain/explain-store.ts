import { createStore } from '../../lib/store.ts';

/** Unix seconds; for one pipeline or the site. */
export type Explained = { start: number; end: number; pipelineId: string | undefined };

/** The window is open while this is set. */
export const explained = createStore<Explained | undefined>(undefined);
