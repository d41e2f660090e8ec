import { createStore } from '../../../commands/store.ts';

/** The lifecycle of the pipeline on screen is shown while this is true. */
export const isLifecycleShown = createStore(false);
