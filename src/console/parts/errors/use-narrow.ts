import { useSyncExternalStore } from 'react';

/** Where a list of errors with its pipelines has no room for all columns beside the sidebar. */
const narrow = typeof matchMedia === 'function' ? matchMedia('(max-width: 1199px)') : undefined;

const subscribe = (listener: () => void) => {
  narrow?.addEventListener('change', listener);
  return () => narrow?.removeEventListener('change', listener);
};

/** Whether columns have to make room for those that matter more. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
