import * as marks from '../../../components/version-changes/version-changes.css.ts';
import { Badge } from '../../../components/widgets/status/badge.tsx';
import { useStore } from '../../../lib/store.ts';
import { shownProposal } from '../../../state/shown-proposal.ts';

/** Says that the graph shows unsaved changes, and explains its marks. */
export default function ProposedBadge() {
  const proposal = useStore(shownProposal);
  if (!proposal) return null;
  return (
    <>
      <span title={proposal.title}>
        <Badge tone="accent" shape="info">
          {proposal.version === undefined
            ? 'Preview of the proposal'
            : `Preview of proposed v${proposal.version}`}
        </Badge>
      </span>
      <span className={marks.chips}>
        <span className={marks.chipOf.added}>+ added</span>
        <span className={marks.chipOf.removed}>− removed</span>
        <span className={marks.chipOf.changed}>~ changed</span>
      </span>
    </>
  );
}
