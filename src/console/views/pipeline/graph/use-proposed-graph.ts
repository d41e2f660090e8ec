import { useEffect, useMemo, useState } from 'react';
import type { Draft } from '../../../../graph/draft.ts';
import { useStore } from '../../../lib/store.ts';
import { announce } from '../../../state/announcement.ts';
import { isProposalDrawn, shownProposal } from '../../../state/shown-proposal.ts';
import { notify } from '../../../state/toasts.ts';
import type { PlacedProposal, placeProposal } from './place-proposal.ts';

type Place = typeof placeProposal;

/** The proposal for the pipeline on screen, while its card is open and nobody edits. */
export function useProposedGraph(
  pipelineId: string | undefined,
  draft: Draft,
  isShown: boolean,
): PlacedProposal | undefined {
  const proposal = useStore(shownProposal);
  const own = isShown && proposal?.pipelineId === pipelineId ? proposal : undefined;
  const [place, setPlace] = useState<Place>();
  const isWanted = own !== undefined && place === undefined;
  useEffect(() => {
    // A graph that fails to load is left to the card.
    if (isWanted)
      void import('./place-proposal.ts').then(
        (code) => setPlace(() => code.placeProposal),
        () => undefined,
      );
  }, [isWanted]);
  const placed = useMemo(() => (own && place ? place(own, draft) : undefined), [own, place, draft]);
  const isDrawn = placed !== undefined;
  useEffect(() => {
    if (!isDrawn) return undefined;
    isProposalDrawn.set(true);
    return () => isProposalDrawn.set(false);
  }, [isDrawn]);
  const said = placed && `The graph shows the proposal: ${placed.said || 'the same nodes'}`;
  useEffect(() => {
    if (said !== undefined) announce(said);
  }, [said]);
  return placed;
}

/** A node that is only proposed has no panel yet. */
export const notifyProposed = (name: string): void =>
  notify({
    message: `'${name}' is only proposed. Its settings are on the assistant's card; apply it to open them here.`,
    status: 'info',
    shouldTimeout: true,
  });
