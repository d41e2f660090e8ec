import { useState } from 'react';
import { useShownLocation } from '../../app/location.tsx';
import { changeQuery } from '../../app/paths.ts';
import { prefillOf } from './create/prefill.ts';

/** Where drafts of new pipelines are kept: one for each thing an address may ask for. */
export const NEW = 'new';

/**
 * Where a draft is kept. An address that asks for a source (R3-11) has a draft of its own, so that another one
 * neither hides what is asked for nor is lost for it.
 * @param search of the address, for a pipeline that does not exist yet.
 */
export function slotOf(pipelineId: string | undefined, search: string): string {
  if (pipelineId !== undefined) return pipelineId;
  const { sourceId, sourceType, archiveId } = prefillOf(search);
  const asked = { sourceConfig: sourceId ?? sourceType, sourceArchivalConfig: archiveId };
  return `${NEW}${changeQuery('', asked)}`;
}

/** Where the draft on screen is kept, from when the screen opened: its address is another one once it is saved. */
export function useDraftSlot(pipelineId: string | undefined): string {
  const { search } = useShownLocation();
  const [opened] = useState(search);
  return slotOf(pipelineId, opened);
}
