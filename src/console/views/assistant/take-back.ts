import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';
import type { Proposal } from '../../../contract/assistant.ts';
import { paths } from '../../lib/paths.ts';
import { type Applied, applyCall, dropCollected, getUndoCall, toOptions } from './apply-proposal.ts';
import { leadTo } from './lead-to.ts';

/** Why an applied proposal cannot be taken back, or true. */
export function findTakeBackRefusal(
  { proposal, proposalState }: ChatMessage,
  done: Applied | undefined,
): true | string {
  if (!proposal || proposalState !== 'applied') return 'Nothing was applied';
  if (proposal.draftOf !== undefined)
    return done?.collected?.length ? true : 'Drop it from the draft, under Pull requests';
  if (proposal.createsPipeline !== undefined)
    return done ? true : 'The page was reloaded since; delete the pipeline on its screen';
  const call = getUndoCall(proposal, done);
  if (!call) return 'This cannot be taken back';
  const isStale = 'ifMatch' in call && call.ifMatch === '';
  return isStale ? 'The page was reloaded since; restore the version from its history' : true;
}

async function takeBackCreation({ entries }: Applied, sentence: string): Promise<string | undefined> {
  const { removeCreated } = await import('./remove-created.ts');
  const stays = await removeCreated(entries, toOptions(sentence));
  // What its screen showed is gone.
  const { pathname } = window.location;
  if (entries.some(({ id }) => id !== '' && pathname === paths.pipeline(id))) leadTo(paths.pipelines());
  return stays;
}

/**
 * Takes back what was applied, as that person.
 * @returns what stays and why, or undefined
 * @throws Error, ApiError
 */
export async function takeBack(
  proposal: Proposal,
  done: Applied | undefined,
  sentence: string,
): Promise<string | undefined> {
  if (proposal.draftOf !== undefined) {
    await dropCollected(proposal.draftOf, done?.collected ?? []);
    return undefined;
  }
  if (proposal.createsPipeline !== undefined) return done && takeBackCreation(done, sentence);
  const call = getUndoCall(proposal, done);
  if (call) await applyCall(call, sentence);
  return undefined;
}
