import { useCallback } from 'react';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import { addStep, tellFailure } from '../add-step.ts';
import type { Change } from '../change.ts';
import { placedChange } from '../change-node.ts';
import { usePreviewOnScreen } from '../preview/preview-context.ts';
import type { Catalogue } from '../use-catalogue.ts';

type Looked = {
  catalogue: Catalogue;
  componentId: string;
  /** The events that were looked at, for the preview of the change. */
  sample: () => Promise<PreviewSample>;
};

/**
 * Puts a change after the node that was looked at, as a step of the editor; in view mode editing begins with
 * it. The preview opens on the same events, so that what the change saves is seen. Tells why when that is not
 * possible.
 */
export function useApply({ catalogue, componentId, sample }: Looked) {
  const { send, reveal } = usePreviewOnScreen();
  return useCallback(
    async (change: Change) => {
      const isAdded = addStep((draft) => ({
        type: 'graph.node.add',
        ...placedChange(change, { draft, componentId, catalogue }),
      }));
      if (!isAdded) return;
      try {
        send({ type: 'sample.chosen', sample: await sample() });
        reveal();
      } catch (error) {
        tellFailure(error);
      }
    },
    [catalogue, componentId, sample, send, reveal],
  );
}
