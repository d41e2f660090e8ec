import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PAUSE_PROPOSAL } from '../../machines/chat-conversation/chat-conversation.model.ts';
import { conversation } from '../../src/console/views/assistant/assistant.ts';
import type { ChatAnswer } from '../../src/contract/assistant.ts';
import { recordTranscript } from '../harness/screen-reader.ts';
import {
  assistantField,
  awaitSocket,
  leaveAssistantPage,
  makeAssistantPage,
  showAssistant,
} from '../model/assistant-page.tsx';
import { pageBase } from '../model/command-context.ts';

beforeEach(async () => {
  pageBase();
  await makeAssistantPage();
});
afterEach(leaveAssistantPage);

/** Comes as the channel brings it; drawing together is the view's own. */
const come = (responseChunk: string, more: Partial<ChatAnswer> = {}) => ({
  name: `(${responseChunk.trim() || (more.functionType ?? 'a proposal')})`,
  happen: () =>
    conversation.send({
      type: 'answer.received',
      answer: { responseChunk, functionType: 'ORION', metadata: {}, ...more },
    }),
});

test('a reply is read sentence by sentence, each once; then proposal and outcome [R4-117]', async () => {
  showAssistant();
  const socket = await awaitSocket();
  act(() => socket.open());
  act(() => assistantField().focus());
  const settled = () =>
    conversation.send({
      type: 'proposal.settled',
      messageId: conversation.getSnapshot().context.messages.at(-1)!.id,
      state: 'applied',
    });
  expect(
    await recordTranscript([
      'pause web-logs',
      '{Enter}',
      come("'web-logs' "),
      come('is Deployed. '),
      come('It saved 10.'),
      come('5 % today. I can do '),
      come('', { functionType: 'PIPELINE_PAUSE', metadata: { proposal: PAUSE_PROPOSAL } }),
      come('this:'),
      come('', { functionType: 'MESSAGE_STREAM_ENDED' }),
      { name: '(applied)', happen: settled },
    ]),
  ).toMatchInlineSnapshot(`
    [
      "(focus) → (nothing)",
      "pause web-logs → (nothing)",
      "{Enter} → (nothing)",
      "('web-logs') → (nothing)",
      "(is Deployed.) → polite: 'web-logs' is Deployed.",
      "(It saved 10.) → (nothing)",
      "(5 % today. I can do) → polite: It saved 10.5 % today.",
      "(PIPELINE_PAUSE) → (nothing)",
      "(this:) → (nothing)",
      "(MESSAGE_STREAM_ENDED) → polite: I can do this: | polite: Proposal: Pause 'web-logs'. It stops taking events.",
      "(applied) → polite: Applied",
    ]
  `);
});
