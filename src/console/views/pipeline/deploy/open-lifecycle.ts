import { createStore } from '../../../lib/store.ts';

export const isLifecycleShown = createStore(false);
