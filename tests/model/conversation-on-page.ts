import {
  chatConversationModel,
  PAUSE_PROPOSAL,
} from '../../machines/chat-conversation/chat-conversation.model.ts';
import {
  type ChatConversationSnapshot,
  type FeedbackFace,
  selectFeedback,
  selectIsBusy,
} from '../../machines/chat-conversation/index.ts';
import { defineModel } from '../../machines/model.ts';

/** The second message of a path is the reply with the proposal. */
const settled = (state: 'rejected' | 'failed', more: object = {}) =>
  ({ type: 'proposal.settled', messageId: 2, state, ...more }) as const;

/** The conversation of the history that a path opens. */
export const KEPT_MESSAGES = chatConversationModel.vocabulary.flatMap((event) =>
  event.type === 'conversation.opened' ? event.messages : [],
);
export const PROPOSED_CALL = PAUSE_PROPOSAL.call;
export const REFUSED = 'Somebody else changed it';

/** Which events a page lets happen: none past a modal dialog, and no press of what is not there. */
export const conversationOnPage = defineModel({
  ...chatConversationModel,
  vocabulary: [
    // Turns are numbered on over the conversations of a page; the machine's test has late answers.
    ...chatConversationModel.vocabulary.filter(
      (event) => event.type !== 'answer.received' || !('turn' in event.answer.metadata),
    ),
    settled('rejected'),
    settled('failed', { failure: REFUSED }),
  ],
  explore: (snapshot, event) => {
    if (!(chatConversationModel.explore?.(snapshot, event) ?? true)) return false;
    const { isConnected, messages, options } = snapshot.context;
    const isBusy = selectIsBusy(snapshot);
    const feedback = selectFeedback(snapshot);
    const isByPerson = !/^(?:answer|connection|feedback)\./.test(event.type);
    if (isByPerson && feedback === 'modal') return false;
    // Prompts and connection change nothing of what is rated or proposed; the machine's test mixes all of it.
    const isPlain =
      feedback === 'none' && messages.every(({ proposalState = 'past' }) => proposalState === 'past');
    if (event.type === 'connection.opened') return !isConnected;
    if (event.type === 'connection.lost') return isConnected && (isBusy || (isPlain && options.length === 0));
    if (event.type === 'answer.received' && event.answer.functionType === 'CHAT_OPTIONS')
      return isConnected && isPlain && options.length === 0;
    if (event.type === 'answer.received') return isConnected;
    if (event.type === 'conversation.opened') return options.length === 0 && messages.length !== 1;
    const { proposalState = 'open' } = messages.at(-1) ?? {};
    // After what was rejected or failed the next question is as after any other.
    if (event.type === 'message.sent') return proposalState === 'open' || proposalState === 'applied';
    if (event.type !== 'proposal.settled') return true;
    if (isBusy || messages.length !== 2 || !isConnected) return false;
    return proposalState === 'open' || (proposalState === 'failed' && event.state !== 'failed');
  },
});

/**
 * For the browser, whose steps are slow: a settled proposal is gone on from by a new conversation alone. Each
 * transition between states of the machine is still in it; the rest mixes them, and is walked in happy-dom.
 */
export const conversationInBrowser = defineModel({
  ...conversationOnPage,
  explore: (snapshot, event) => {
    const { messages } = snapshot.context;
    const { proposalState = 'open' } = messages.at(-1) ?? {};
    if (event.type === 'conversation.opened' && messages.length > 2) return false;
    const isSettled = ['applied', 'rejected', 'failed'].includes(proposalState);
    if (isSettled && event.type !== 'conversation.cleared' && event.type !== 'proposal.settled') return false;
    return conversationOnPage.explore?.(snapshot, event) ?? true;
  },
});

export type ShownConversation = {
  messages: string[];
  isBusy: boolean;
  feedback: FeedbackFace;
  options: string[];
};

const LABELS: Record<string, string> = {
  open: 'Proposed',
  applied: 'Applied',
  past: 'Earlier',
  rejected: 'Rejected',
  failed: 'Not applied',
};

/** What the panel has to show. */
export function projectConversation(snapshot: ChatConversationSnapshot): ShownConversation {
  const { messages, options } = snapshot.context;
  const isBusy = selectIsBusy(snapshot);
  return {
    messages: messages.map(
      ({ source, message, proposalState = '' }) => `${source}: ${message} ${LABELS[proposalState] ?? ''}`,
    ),
    isBusy,
    feedback: selectFeedback(snapshot),
    options: isBusy ? [] : [...options],
  };
}
