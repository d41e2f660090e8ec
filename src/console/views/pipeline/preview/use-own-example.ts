import { useEffect, useMemo, useState } from 'react';
import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { StartingPoint } from '../../../../contract/starting-points/index.ts';
import { loadExamples, pointOf } from './example-events.ts';

/** The starting point the draft was made from, once the starting points are here. */
export function useOwnExample(draft: Draft): StartingPoint | undefined {
  const [points, setPoints] = useState<readonly StartingPoint[]>([]);
  useEffect(() => {
    let isGone = false;
    // Without them nothing is offered here; the command says what went wrong.
    loadExamples().then(
      (loaded) => !isGone && setPoints(loaded),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return useMemo(() => pointOf(draft, points), [draft, points]);
}
