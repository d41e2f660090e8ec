import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ChatAnswer } from '../../src/contract/assistant.ts';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  type ChatConversationInput,
  chatConversationMachine,
  type RequestWanted,
} from './chat-conversation.machine.ts';
import { chatConversationModel, PAUSE_PROPOSAL } from './chat-conversation.model.ts';
import {
  findSendRefusal,
  selectFeedback,
  selectIsBusy,
  selectOpenProposal,
} from './chat-conversation.selectors.ts';

test('chat conversation: feedback only on a finished reply [R2.7-19, R4-117, R4-118]', async () => {
  await driveAll(
    makePaths(chatConversationModel),
    createPureSut(chatConversationModel, (snapshot) => {
      const { messages } = snapshot.context;
      if (selectFeedback(snapshot) !== 'none') {
        expect(selectIsBusy(snapshot)).toBe(false);
        expect(messages.at(-1)?.source).toBe('System');
      }
      if (snapshot.matches({ reply: 'streaming' })) expect(messages.at(-1)?.source).toBe('System');
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    }),
  );
});

test('chat conversation: every transition [E7]', async () => {
  await driveAll(makePaths(chatConversationModel), createActorSut(chatConversationModel));
});

const answer = (responseChunk: string, more: Partial<ChatAnswer> = {}) => ({
  type: 'answer.received' as const,
  answer: { responseChunk, functionType: 'ORION' as const, metadata: {}, ...more },
});
const END = answer('', { functionType: 'MESSAGE_STREAM_ENDED' });

function converse(input: ChatConversationInput = {}) {
  const actor = createActor(chatConversationMachine, { input });
  const wanted: RequestWanted[] = [];
  actor.on('request.wanted', (request) => wanted.push(request));
  actor.start();
  return { actor, wanted, messages: () => actor.getSnapshot().context.messages };
}

test('chat conversation: a reply streams, is rated, and a new question leaves it [R2.7-18, R2.7-20, R9-34]', () => {
  const { actor, wanted, messages } = converse();
  expect(findSendRefusal(actor.getSnapshot(), 'hello')).toBe('The assistant is not connected');
  actor.send({ type: 'connection.opened' });
  expect(findSendRefusal(actor.getSnapshot(), ' ')).toBe('Type a question first');
  actor.send({ type: 'message.sent', text: ' pause web-logs ' });
  expect(findSendRefusal(actor.getSnapshot(), 'more')).toBe('Wait for the reply, or stop it');
  actor.send(answer('Pausing '));
  actor.send(answer('it.', { metadata: { proposal: PAUSE_PROPOSAL, step: 'Read the pipelines' } }));
  expect(selectFeedback(actor.getSnapshot())).toBe('none');
  actor.send(END);
  expect(messages().map(({ message }) => message)).toEqual(['pause web-logs', 'Pausing it.']);
  expect(selectOpenProposal(actor.getSnapshot())?.proposal).toEqual(PAUSE_PROPOSAL);
  expect(selectFeedback(actor.getSnapshot())).toBe('buttons');
  actor.send({ type: 'rated.good' });
  expect(selectFeedback(actor.getSnapshot())).toBe('thanks');
  actor.send({ type: 'message.sent', text: 'thanks' });
  expect(selectFeedback(actor.getSnapshot())).toBe('none');
  expect(wanted.map(({ functionType, message }) => `${functionType} ${message}`)).toEqual([
    'ORION pause web-logs',
    'RESPONSE_FEEDBACK Everything looks good',
    'ORION thanks',
  ]);
});

test('chat conversation: a proposal can be decided while its reply streams [R1-25]', () => {
  const { actor } = converse();
  const openProposal = () => selectOpenProposal(actor.getSnapshot())?.id;
  actor.send({ type: 'connection.opened' });
  actor.send({ type: 'message.sent', text: 'pause web-logs' });
  actor.send(answer('When you agree:', { metadata: { proposal: PAUSE_PROPOSAL } }));
  expect(openProposal()).toBe(2);
  actor.send({ type: 'proposal.settled', messageId: 2, state: 'failed', failure: 'Too late' });
  actor.send(answer(' there.'));
  expect(openProposal()).toBe(2);
  actor.send(END);
  expect(openProposal()).toBe(2);
  // Its key belongs to the reply that comes.
  actor.send({ type: 'message.sent', text: 'pause the other' });
  expect(openProposal()).toBeUndefined();
  actor.send(answer('Which one?'));
  expect(openProposal()).toBeUndefined();
});

test('chat conversation: feedback needs a reason or a text [R2.7-25, R2.7-38]', () => {
  const { actor, wanted } = converse();
  for (const event of [
    { type: 'connection.opened' as const },
    { type: 'message.sent' as const, text: 'x' },
    answer('y'),
    END,
    { type: 'rated.bad' as const },
    { type: 'feedback.submitted' as const, reasons: [], text: '  ' },
  ])
    actor.send(event);
  expect(selectFeedback(actor.getSnapshot())).toBe('modal');
  actor.send({ type: 'feedback.submitted', reasons: ['Incorrect response'], text: 'no ' });
  expect(wanted.at(-1)).toMatchObject({
    functionType: 'RESPONSE_FEEDBACK',
    message: 'Incorrect response; no',
    metadata: { isGood: false, reasons: ['Incorrect response'], text: 'no' },
  });
});

test('chat conversation: stop keeps the partial reply and sends abort [R4-119, R4-123]', () => {
  const { actor, wanted, messages } = converse();
  actor.send({ type: 'connection.opened' });
  actor.send({ type: 'message.sent', text: 'x' });
  actor.send(answer('half a'));
  actor.send({ type: 'reply.stopped' });
  expect(wanted.at(-1)?.functionType).toBe('ABORT_CHAT');
  expect([messages().at(-1)?.message, selectFeedback(actor.getSnapshot())]).toEqual(['half a', 'buttons']);
});

test('chat conversation: what a stopped reply still sends reaches no later one', () => {
  const { actor, wanted, messages } = converse();
  actor.send({ type: 'connection.opened' });
  actor.send({ type: 'message.sent', text: 'x' });
  actor.send(answer('half', { metadata: { turn: 1 } }));
  actor.send({ type: 'reply.stopped' });
  actor.send({ type: 'message.sent', text: 'y' });
  expect(wanted.at(-1)?.metadata).toEqual({ turn: 3 });
  actor.send(answer('late', { metadata: { turn: 1 } }));
  actor.send(answer('', { functionType: 'MESSAGE_STREAM_ENDED', metadata: { turn: 1 } }));
  actor.send(answer('new', { metadata: { turn: 3 } }));
  expect(messages().map(({ message }) => message)).toEqual(['x', 'half', 'y', 'new']);
  expect(actor.getSnapshot().matches({ reply: 'streaming' })).toBe(true);
});

test('chat conversation: a stored one goes on with new ids', () => {
  const stored = { id: 7, source: 'User' as const, message: 'x', steps: [], links: [] };
  const { actor, messages } = converse({ messages: [stored] });
  actor.send({ type: 'connection.opened' });
  actor.send({ type: 'message.sent', text: 'y' });
  expect(messages().map(({ id }) => id)).toEqual([7, 8]);
});
