import { Suspense } from 'react';
import type { ChatMessage, ProposalState } from '../../../../machines/chat-conversation/index.ts';
import type { Proposal } from '../../../contract/assistant.ts';
import { publishedScopes } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { toPlanChanges } from '../../components/exchange/plan-changes.ts';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import { type ShapeName, StatusShape, type Tone } from '../../components/widgets/icons/status-shape.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { useStore } from '../../lib/store.ts';
import { isProposalDrawn } from '../../state/shown-proposal.ts';
import * as css from './assistant.css.ts';
import { isPanelBeside } from './edit-proposal.ts';
import { MeasuredEffect } from './MeasuredEffect.tsx';
import type { Drawing } from './ProposalChanges.tsx';
import './scope.ts';

const { Component: ProposalChanges } = createLazyCode(() => import('./ProposalChanges.tsx'));

const STATES: Record<ProposalState, { shape: ShapeName; tone: Tone; label: string }> = {
  open: { shape: 'info', tone: 'accent', label: 'Proposed' },
  applying: { shape: 'pending', tone: 'info', label: 'Applying…' },
  applied: { shape: 'check', tone: 'ok', label: 'Applied' },
  edited: { shape: 'info', tone: 'accent', label: 'In the editor' },
  rejected: { shape: 'deleted', tone: 'text3', label: 'Rejected' },
  failed: { shape: 'octagon', tone: 'err', label: 'Not applied' },
  past: { shape: 'info', tone: 'text3', label: 'Earlier' },
  undone: { shape: 'rolledBack', tone: 'text3', label: 'Undone' },
};

const DRAFT_LABELS: Partial<Record<ProposalState, string>> = {
  applying: 'Adding to draft…',
  applied: 'In your draft',
  failed: 'Not added',
  undone: 'Dropped',
};

type ChangesProps = { proposal: Proposal; drawing: Drawing };

function Changes({ proposal, drawing }: ChangesProps) {
  const { graphs, plan } = proposal;
  if (plan.length === 0) return null;
  const list = <ChangeList label="What would change" changes={toPlanChanges(plan)} />;
  if (!graphs) return list;
  return (
    <Suspense fallback={list}>
      <ProposalChanges proposal={proposal} graphs={graphs} drawing={drawing} />
    </Suspense>
  );
}

const canUndo = ({ undo, draftOf, createsPipeline, call }: Proposal): boolean =>
  Boolean(undo ?? draftOf ?? createsPipeline) || call.id === 'fillForm';

/** Proposed changes, with the deciding keys. Only the newest open proposal can be applied. */
export function ProposalCard({ message, proposal }: { message: ChatMessage; proposal: Proposal }) {
  const assistant = useStore(publishedScopes).data.assistant;
  const { proposalState = 'open', failure } = message;
  const isDraft = proposal.draftOf !== undefined;
  const state = STATES[proposalState];
  const isNewest = assistant?.openProposal?.id === message.id;
  const isLastApplied = assistant?.lastApplied?.message.id === message.id;
  const isOnScreen = useStore(isProposalDrawn) && isNewest && isPanelBeside();
  const drawing = isOnScreen ? 'screen' : isNewest || isLastApplied ? 'card' : 'none';
  return (
    <section className={css.card} aria-label={`Proposal: ${proposal.title}`}>
      <header className={css.cardHead}>
        <h3 className={css.cardTitle}>{proposal.title}</h3>
        <StatusShape shape={state.shape} tone={state.tone} />
        <span>{(isDraft && DRAFT_LABELS[proposalState]) || state.label}</span>
      </header>
      <div className={css.cardBody}>
        {proposal.notes.length > 0 && (
          <ul className={css.notes}>
            {proposal.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {proposal.measured && <MeasuredEffect measured={proposal.measured} />}
        <Changes proposal={proposal} drawing={drawing} />
        {failure !== undefined && <p className={css.failure}>{failure}</p>}
      </div>
      {isNewest && (
        <footer className={css.cardFoot}>
          <CommandButton
            id="assistant.apply"
            size="small"
            variant={proposal.isDestructive ? 'danger' : 'primary'}
          />
          {proposal.graphs && <CommandButton id="assistant.edit" size="small" label="Edit" />}
          <CommandButton id="assistant.reject" size="small" hideIcon />
        </footer>
      )}
      {isLastApplied && canUndo(proposal) && (
        <footer className={css.cardFoot}>
          <CommandButton id="assistant.undo" />
        </footer>
      )}
    </section>
  );
}
