import { createStore } from '../lib/store.ts';

export const unacknowledgedErrors = createStore(0);
