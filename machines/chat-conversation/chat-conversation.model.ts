import type { Proposal } from '../../src/contract/assistant.ts';
import { defineModel } from '../model.ts';
import { chatConversationMachine } from './chat-conversation.machine.ts';

export const PAUSE_PROPOSAL: Proposal = {
  id: 'proposal-1',
  title: "Pause 'web-logs'",
  notes: ['It stops taking events.'],
  isDestructive: false,
  call: { id: 'runPipelineAction', body: { pipelineId: '300000000000000001', action: 'PAUSE' } },
  plan: [],
};

const answer = (responseChunk: string, more: object = {}) =>
  ({
    type: 'answer.received',
    answer: { responseChunk, functionType: 'ORION', metadata: {}, ...more },
  }) as const;

export const chatConversationModel = defineModel({
  name: 'conversation with the assistant',
  machine: chatConversationMachine,
  input: {},
  vocabulary: [
    { type: 'connection.opened' },
    { type: 'connection.lost' },
    { type: 'message.sent', text: 'pause web-logs' },
    answer('Pausing '),
    answer('it.', { functionType: 'PIPELINE_PAUSE', metadata: { proposal: PAUSE_PROPOSAL } }),
    answer('', { functionType: 'CHAT_OPTIONS', metadata: { options: ['What is failing?'] } }),
    answer('', { functionType: 'MESSAGE_STREAM_ENDED' }),
    answer('', { functionType: 'MESSAGE_STREAM_ENDED', metadata: { turn: 1 } }),
    { type: 'reply.stopped' },
    { type: 'rated.good' },
    { type: 'rated.bad' },
    { type: 'feedback.submitted', reasons: ['Incorrect response'], text: '' },
    { type: 'feedback.closed' },
    { type: 'proposal.settled', messageId: 2, state: 'applied', applied: { entries: [] } },
    {
      type: 'conversation.opened',
      messages: [
        { source: 'User', message: 'pause old', steps: [], links: [] },
        { source: 'System', message: 'As before.', steps: [], links: [], proposal: PAUSE_PROPOSAL },
      ],
    },
    { type: 'conversation.cleared' },
  ],
  key: ({ value, context: { messages, options, isConnected } }) =>
    [
      JSON.stringify(value),
      isConnected ? 'connected' : 'cut',
      options.length,
      ...messages.map(({ source, message, proposalState }) => `${source}:${message}:${proposalState ?? '-'}`),
    ].join(' '),
  // One question with its reply in two chunks, and the start of a second one, show every transition.
  explore: ({ context: { messages } }, event) => {
    const last = messages.at(-1);
    if (event.type === 'conversation.opened') return last?.message !== 'As before.';
    if (event.type === 'message.sent') return messages.length === 0 || last?.message === 'Pausing it.';
    if (event.type !== 'answer.received' || event.answer.responseChunk === '') return true;
    if (event.answer.responseChunk === 'it.') return messages.length === 2 && last?.message === 'Pausing ';
    return last?.source === 'User';
  },
});
