import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePublishScope } from '../../../commands/scopes.ts';
import { changeQuery } from '../../../lib/paths.ts';
import { goTo, useShownLocation } from '../../../state/location.tsx';
import { formatCompared, parseCompared, type Side } from './compare-address.ts';
import './scope.ts';

/** Keeps other query parameters. */
function showInAddress(facts: { versions?: string | undefined; compare?: string | undefined }): void {
  goTo(`${window.location.pathname}${changeQuery(window.location.search, facts)}`, { replace: true });
}

/**
 * `versions=1` in the address lists the versions, `compare=3..5` compares two.
 * @param isThere whether the pipeline is stored and its graph on screen
 */
export function useHistory(isThere: boolean) {
  const { search } = useShownLocation();
  const query = new URLSearchParams(search);
  const said = query.get('compare');
  const compared = useMemo(() => parseCompared(said), [said]);
  const [restoring, setRestoring] = useState<number>();
  const isOpen = isThere && (query.has('versions') || compared !== undefined);
  const actions = useMemo(
    () => ({
      open: () => showInAddress({ versions: '1', compare: undefined }),
      // Synchronous, so that the closing panel does not catch the next key.
      close: () => flushSync(() => showInAddress({ versions: undefined, compare: undefined })),
      compare: (a: Side, b: Side) =>
        showInAddress({ versions: '1', compare: formatCompared({ from: a, to: b }) }),
      endCompare: () => showInAddress({ versions: '1', compare: undefined }),
      restore: (version: number) => setRestoring(version),
    }),
    [],
  );
  usePublishScope('pipeline.history', isThere ? { isOpen, compared, ...actions } : undefined);
  return {
    isOpen,
    compared: isOpen ? compared : undefined,
    restoring,
    endRestore: useCallback(() => setRestoring(undefined), []),
    ...actions,
  };
}

export type History = ReturnType<typeof useHistory>;
