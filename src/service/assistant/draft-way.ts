import type { CallId } from '../../contract/calls/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { directChangeRefusal, takesRequests } from '../../contract/managed-site.ts';
import type { Known, Tools } from './tools.ts';

export type DraftWay = {
  /** The site whose pull request draft takes the change. */
  draftOf?: string;
  refusal?: string | undefined;
};

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
 * Why a change based on stored state may not join the draft: it would replace the drafted one.
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

export const DRAFT_NOTE =
  'It goes into your draft of a pull request. What is stored and runs stays as it is until that is merged.';
