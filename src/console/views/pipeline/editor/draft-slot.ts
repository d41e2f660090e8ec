import { useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { changeQuery } from '../../../lib/paths.ts';
import { useShownLocation } from '../../../state/location.tsx';
import { parsePrefill } from '../create/prefill.ts';

export const NEW = 'new';
const COLLECTED = 'collected';

/** A new pipeline in a draft pull request, from the editor's address. */
export function getCollectedId(search: string): string | undefined {
  const id = new URLSearchParams(search).get(COLLECTED);
  return id !== null && isId(id, 'pipeline') ? id : undefined;
}

/**
 * Storage slot of a draft. Addresses with different sources have separate drafts.
 * @param search query string, for a new pipeline
 */
export function getDraftSlot(pipelineId: string | undefined, search: string): string {
  if (pipelineId !== undefined) return pipelineId;
  const { sourceId, sourceType, archiveId } = parsePrefill(search);
  const asked = {
    sourceConfig: sourceId ?? sourceType,
    sourceArchivalConfig: archiveId,
    [COLLECTED]: getCollectedId(search),
  };
  return `${NEW}${changeQuery('', asked)}`;
}

/** The slot when the screen opened; the first save changes the address. */
export function useDraftSlot(pipelineId: string | undefined): string {
  const { search } = useShownLocation();
  const [opened] = useState(search);
  return getDraftSlot(pipelineId, opened);
}
