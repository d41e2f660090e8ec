import { useMemo } from 'react';
import type { Proposal } from '../../../contract/assistant.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { toPlanChanges } from '../../components/exchange/plan-changes.ts';
import { CompareGraph } from '../../components/version-changes/CompareGraph.tsx';
import { compareDefined } from '../../components/version-changes/defined-changes.ts';
import { pickNearChanges } from '../../components/version-changes/near-changes.ts';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import * as css from './proposal-changes.css.ts';

const HOUR_MS = 3_600_000;
const NONE: readonly Template[] = [];

/** Only the proposal to decide about is drawn, on the card or the screen. */
export type Drawing = 'card' | 'screen' | 'none';

type ProposalChangesProps = {
  proposal: Proposal;
  graphs: NonNullable<Proposal['graphs']>;
  drawing: Drawing;
};

/** The pipeline with and without a proposal: graph and fields before and after. */
export default function ProposalChanges({ proposal, graphs, drawing }: ProposalChangesProps) {
  const { before, after } = graphs;
  const known = useCall('listTransformTemplates', { query: {} }, { staleTime: HOUR_MS, isSuppressed: true });
  const templates = known.data?.transformTemplates ?? NONE;
  const { changes, near, leftOut } = useMemo(() => {
    const { union, changes: listed } = compareDefined(before, after, templates);
    const { union: drawn, leftOut: more } = pickNearChanges(union);
    // New sources and destinations come with their settings from the plan.
    const made = proposal.plan.filter(({ kind }) => kind === 'SOURCE' || kind === 'SINK');
    const names = new Set(
      made.filter(({ action }) => action !== 'unchanged').map(({ kind, name }) => `${kind} ${name}`),
    );
    return {
      changes: [...toPlanChanges(made), ...listed.filter(({ key }) => !names.has(key))],
      near: drawn,
      leftOut: more,
    };
  }, [before, after, templates, proposal.plan]);
  return (
    <>
      {drawing === 'card' && (
        <div className={css.drawing}>
          <CompareGraph
            title={`Graph of ${after.name}`}
            heading="h3"
            isOutline
            union={near}
            templates={templates}
          />
        </div>
      )}
      {drawing === 'screen' && <p className={css.leftOut}>Shown in the graph on the screen.</p>}
      {drawing === 'card' && leftOut > 0 && (
        <p className={css.leftOut}>
          {counted(leftOut, 'other node')} {leftOut === 1 ? 'stays as it is' : 'stay as they are'}.
        </p>
      )}
      <ChangeList label="What would change" changes={changes} />
    </>
  );
}
