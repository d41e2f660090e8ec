import type { CallId } from '../../contract/calls/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { directChangeRefusal, takesRequests } from '../../contract/managed-site.ts';
import type { Known, Tools } from './tools.ts';

export type DraftWay = {
  /** The site whose changes are collected for a pull request. */
  draftOf?: string;
  /** Why the change can be neither made nor asked for. */
  refusal?: string | undefined;
};

/** How a change of what the site's repository defines would be made: at once, or by the draft of a pull request. */
export function chooseWay(
  { may, siteId }: Pick<Tools, 'may' | 'siteId'>,
  { site }: Known,
  call: CallId,
  action?: PipelineAction,
): DraftWay {
  if (!takesRequests(site)) return { refusal: directChangeRefusal(site, call, action) };
  const permitted = may('addToChangesetDraft');
  return permitted === true ? { draftOf: siteId } : { refusal: permitted };
}

/**
 * Why a change made from what is stored may not join the draft: it would take the place of the one that is there.
 * @param name of the pipeline
 */
export async function findDraftedRefusal(
  { call, siteId }: Pick<Tools, 'call' | 'siteId'>,
  { id, name }: { id: string; name: string },
): Promise<string | undefined> {
  const { changes } = (await call('getChangesetDraft', { query: { siteId } })).data;
  return changes.some((one) => one.id === id)
    ? `your draft of a pull request has a change of '${name}' already; edit it there (Pull requests), or drop it first`
    : undefined;
}

/** In place of what a direct change says. */
export const DRAFT_NOTE =
  'It goes into your draft of a pull request. What is stored and runs stays as it is until that is merged.';
