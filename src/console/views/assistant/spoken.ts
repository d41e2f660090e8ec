import type { ChatMessage, ProposalState } from '../../../../machines/chat-conversation/index.ts';
import type { Proposal } from '../../../contract/assistant.ts';

const SETTLED: Partial<Record<ProposalState, string>> = {
  applied: 'Applied',
  rejected: 'Rejected',
  failed: 'It could not be applied',
  undone: 'Undone',
};

const SETTLED_IN_DRAFT: Partial<Record<ProposalState, string>> = {
  ...SETTLED,
  applied: 'Added to your draft of a pull request',
  failed: 'It could not be added to your draft',
  undone: 'Dropped from your draft',
};

/** A sentence ends with a mark and white space, or with its line: not within `10.5 %`. */
const SENTENCE = /[^\n]*?[.!?](?=\s)|[^\n]+(?=\n)/g;

/** Complete sentences of a text; the rest too once finished. */
export function splitSentences(text: string, isFinished: boolean): string[] {
  const whole = isFinished ? `${text}\n` : text;
  return (whole.match(SENTENCE) ?? []).map((one) => one.trim()).filter((one) => one !== '');
}

/** The output's change in one sentence; the card's figures can be read individually. */
function describeMeasured({ measured }: Proposal): string[] {
  if (!measured || measured.eventCount === 0 || measured.bytesBefore === 0) return [];
  const percent = Math.round((measured.bytesAfter / measured.bytesBefore - 1) * 100);
  if (percent === 0) return ['The output stays as large.'];
  return [`The output gets ${Math.abs(percent)} percent ${percent < 0 ? 'smaller' : 'larger'}.`];
}

/**
 * What a screen reader announces of the last reply: complete sentences, then proposal or error, prompts, and
 * the proposal's outcome. Entries are only appended and never change, so that each is announced once.
 */
export function listSpoken(
  messages: readonly ChatMessage[],
  { isBusy, options }: { isBusy: boolean; options: readonly string[] },
): string[] {
  const last = messages.at(-1);
  if (last?.source !== 'System') return [];
  const { message, proposal, proposalState = 'open', failure } = last;
  const sentences = splitSentences(message, !isBusy);
  if (isBusy) return sentences;
  const settled = (proposal?.draftOf === undefined ? SETTLED : SETTLED_IN_DRAFT)[proposalState];
  const after = settled === undefined ? failure : [settled, failure].filter(Boolean).join(': ');
  return [
    ...sentences,
    // A reopened conversation's proposal can no longer be decided.
    ...(proposal && proposalState !== 'past'
      ? [[`Proposal: ${proposal.title}.`, ...proposal.notes, ...describeMeasured(proposal)].join(' ')]
      : []),
    ...(options.length > 0 ? [`Prompts: ${options.join('; ')}`] : []),
    ...(after === undefined ? [] : [after]),
  ];
}
