import { useEffect } from 'react';
import type { ChatConversationSnapshot } from '../../../../machines/chat-conversation/index.ts';
import { selectDecidable } from '../../../../machines/chat-conversation/index.ts';
import { shownProposal } from '../../state/shown-proposal.ts';

const DECIDED: readonly unknown[] = ['open', 'failed', 'applying'];

/** Shows the newest open proposal in the graph of its pipeline, until it is settled or the panel is closed. */
export function useShownProposal(snapshot: ChatConversationSnapshot): void {
  const message = selectDecidable(snapshot).findLast(({ proposalState }) => DECIDED.includes(proposalState));
  const proposal = message?.proposal;
  useEffect(() => {
    if (!proposal?.graphs || proposal.pipelineId === undefined) return undefined;
    const { graphs, pipelineId, title, version } = proposal;
    shownProposal.set({ pipelineId, title, version, ...graphs });
    return () => shownProposal.set(undefined);
  }, [proposal]);
}
