import type { Flag } from '../../contract/flags.ts';
import { fetchCall } from '../api/use-call.ts';
import { createStore } from '../lib/store.ts';

export const flagsOn = createStore<ReadonlySet<Flag> | undefined>(undefined);

let isAsked = false;

export function readFlags(): void {
  if (isAsked) return;
  isAsked = true;
  fetchCall('listFeatures', {}).then(
    ({ features }) => flagsOn.set(new Set(features)),
    () => flagsOn.set(new Set()),
  );
}
