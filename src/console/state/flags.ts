import type { Flag } from '../../contract/flags.ts';
import { queryClient } from '../api/query-client.ts';
import { fetchCall } from '../api/use-call.ts';
import { createStore } from '../lib/store.ts';

export const flagsOn = createStore<ReadonlySet<Flag> | undefined>(undefined);

let isAsked = false;

const fetchFlags = (): Promise<void> =>
  fetchCall('listFeatures', {}).then(
    ({ features }) => flagsOn.set(new Set(features)),
    () => flagsOn.set(new Set()),
  );

export function readFlags(): void {
  if (isAsked) return;
  isAsked = true;
  void fetchFlags();
}

/** Once one was set: what it opens or closes appears at once. */
export async function readFlagsAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['listFeatures'] });
  await fetchFlags();
}
