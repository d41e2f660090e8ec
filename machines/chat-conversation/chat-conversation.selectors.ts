import type { SnapshotFrom } from 'xstate';
import type { ChatMessage, chatConversationMachine } from './chat-conversation.machine.ts';

export type ChatConversationSnapshot = SnapshotFrom<typeof chatConversationMachine>;

/** Texts of the specification, section 2.7. */
export const CHAT_TEXTS = {
  greeting: 'Hi, I am your pipeline assistant.',
  start: 'Get started by asking me a question',
  startWithPrompts: ' or selecting one of the prompts below',
  connecting: 'Please wait while we are connecting....',
  placeholder: 'Ask me anything...',
  down: 'We are currently down for maintenance.',
  downMore: 'We apologize for any inconvenience caused, we should be back shortly. Thanks for your patience.',
  rated: 'Thanks for your feedback',
  feedbackTitle: 'Provide Additional Feedback',
} as const;

/** From sending a question to the end of its reply. */
export const selectIsBusy = (snapshot: ChatConversationSnapshot): boolean =>
  snapshot.matches({ reply: 'waitingReply' }) || snapshot.matches({ reply: 'streaming' });

export const selectIsEmpty = (snapshot: ChatConversationSnapshot): boolean =>
  snapshot.context.messages.length === 0;

export type FeedbackFace = 'none' | 'buttons' | 'modal' | 'thanks';

/** Feedback on the last finished reply. */
export function selectFeedback(snapshot: ChatConversationSnapshot): FeedbackFace {
  if (snapshot.matches({ feedback: 'rated' })) return 'thanks';
  if (snapshot.matches({ feedback: 'feedbackModal' })) return 'modal';
  return snapshot.matches({ feedback: 'unrated' }) ? 'buttons' : 'none';
}

/**
 * Messages whose proposals may be decided: during a reply only its own, as a question leaves earlier ones
 * behind.
 */
export function selectDecidable(snapshot: ChatConversationSnapshot): readonly ChatMessage[] {
  const { messages } = snapshot.context;
  if (!selectIsBusy(snapshot)) return messages;
  return messages.slice(messages.findLastIndex(({ source }) => source === 'User') + 1);
}

/** The newest proposal that is neither applied nor rejected. */
export const selectOpenProposal = (snapshot: ChatConversationSnapshot): ChatMessage | undefined =>
  selectDecidable(snapshot).findLast(
    ({ proposalState }) => proposalState === 'open' || proposalState === 'failed',
  );

/** True, or why the text cannot be sent now. */
export function findSendRefusal(snapshot: ChatConversationSnapshot, text: string): true | string {
  if (snapshot.can({ type: 'message.sent', text })) return true;
  if (selectIsBusy(snapshot)) return 'Wait for the reply, or stop it';
  if (!snapshot.context.isConnected) return 'The assistant is not connected';
  return 'Type a question first';
}
