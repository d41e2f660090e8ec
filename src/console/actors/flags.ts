import type { Flag } from '../../contract/flags.ts';
import { fetchCall } from '../api/use-call.ts';
import { createStore } from '../commands/store.ts';

/** The flags that are on; undefined until they are read. */
export const flagsOn = createStore<ReadonlySet<Flag> | undefined>(undefined);

let isAsked = false;

/** Reads the flags, once (E20). When they cannot be read, none is on. */
export function readFlags(): void {
  if (isAsked) return;
  isAsked = true;
  fetchCall('listFeatures', {}).then(
    ({ features }) => flagsOn.set(new Set(features)),
    () => flagsOn.set(new Set()),
  );
}
