import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';
import type { Applied, Proposal, ProposedCall } from '../../../contract/assistant.ts';
import { callApi } from '../../api/call-api.ts';
import { paths } from '../../lib/paths.ts';
import { applyCall, dropCollected, getUndoCall, toOptions } from './apply-proposal.ts';
import { leadTo } from './lead-to.ts';
import { listActions, requireAsLeft } from './require-as-left.ts';

/** True, or why an applied proposal cannot be undone. */
export function findTakeBackRefusal(
  { proposal, proposalState, applied }: ChatMessage,
  form?: ProposedCall,
): true | string {
  if (!proposal || proposalState !== 'applied') return 'Nothing was applied';
  if (proposal.call.id === 'fillForm')
    return form ? true : 'The page was reloaded since, and the form has what was saved';
  if (proposal.draftOf !== undefined)
    return applied?.collected?.length ? true : 'Drop it from the draft, under Pull requests';
  if (proposal.createsPipeline !== undefined)
    return applied ? true : 'What was created is not known any more; delete the pipeline on its screen';
  const call = getUndoCall(proposal, applied);
  if (!call) return 'This cannot be taken back';
  const isUnknown = 'ifMatch' in call && call.ifMatch === '';
  return isUnknown ? 'The version is not known any more; restore the one before from the history' : true;
}

async function takeBackCreation({ entries }: Applied, sentence: string): Promise<string | undefined> {
  const { removeCreated } = await import('./remove-created.ts');
  const stays = await removeCreated(entries, toOptions(sentence));
  // Its screen's content is gone.
  const { pathname } = window.location;
  if (entries.some(({ id }) => id !== '' && pathname === paths.pipeline(id))) leadTo(paths.pipelines());
  return stays;
}

/** @throws Error when nothing of it is in the draft any more */
async function takeBackFromDraft(siteId: string, ids: readonly string[]): Promise<void> {
  const { changes } = (await callApi('getChangesetDraft', { query: { siteId } })).data;
  if (!changes.some(({ id }) => ids.includes(id)))
    throw new Error('It is not in your draft any more: it was dropped, or a pull request was opened with it');
  await dropCollected(siteId, ids);
}

type Before = { applied: Applied | undefined; form: ProposedCall | undefined };

/**
 * Undoes an applied proposal as that user, unless changed since.
 * @returns what stays and why, or undefined
 * @throws Error, ApiError
 */
export async function takeBack(
  proposal: Proposal,
  { applied, form }: Before,
  sentence: string,
): Promise<string | undefined> {
  if (proposal.draftOf !== undefined) {
    await takeBackFromDraft(proposal.draftOf, applied?.collected ?? []);
    return undefined;
  }
  if (proposal.createsPipeline !== undefined) return applied && takeBackCreation(applied, sentence);
  const call = form ?? getUndoCall(proposal, applied);
  if (!call) return undefined;
  await requireAsLeft(listActions(proposal.call), listActions(call));
  await applyCall(call, sentence);
  return undefined;
}
