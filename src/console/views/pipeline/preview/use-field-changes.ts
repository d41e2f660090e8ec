import { useCallback } from 'react';
import { addStep } from '../add-step.ts';
import type { Change } from '../change.ts';
import { useCatalogue } from '../use-catalogue.ts';
import { changeEvent } from './place-change.ts';

/** Acts on what leaves a node, as one step of the editor; in view mode editing begins with it. */
export function useFieldChanges(siteId: string, nodeId: string | undefined) {
  const catalogue = useCatalogue(siteId);
  return useCallback(
    (change: Change) => {
      if (nodeId !== undefined) addStep((draft) => changeEvent(change, draft, nodeId, catalogue));
    },
    [catalogue, nodeId],
  );
}
