// Slow: walks every transition of a conversation on screen.

import { act, fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CHAT_TEXTS,
  type ChatConversationEvent,
  type FeedbackFace,
} from '../../machines/chat-conversation/index.ts';
import { loadCall } from '../../src/console/api/call-table.ts';
import { runCommand } from '../../src/console/commands/runtime.ts';
import { CHAT_DRAW_MS } from '../../src/contract/assistant.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import {
  ASSISTANT_SITE_ID,
  assistantField,
  awaitSocket,
  closeAssistant,
  HandSocket,
  leaveAssistantPage,
  makeAssistantPage,
  showAssistant,
} from './assistant-page.tsx';
import { pageBase } from './command-context.ts';
import {
  conversationOnPage,
  KEPT_MESSAGES,
  projectConversation,
  REFUSED,
  type ShownConversation,
} from './conversation-on-page.ts';
import { fakeClock, fakeClockUser, framesDrawn, passTime, realClock } from './fake-clock.ts';
import { screenPipeline } from './screen-pipeline.ts';

const KEPT = {
  id: 'kept',
  siteId: ASSISTANT_SITE_ID,
  title: 'pause old',
  messageCount: 2,
  updatedAt: '2026-01-01T00:00:00Z',
};

const REFUSAL = { code: 'CONFLICT', reason: 'CONFLICT', message: REFUSED, details: [] };
let isRefusing = false;

beforeEach(async () => {
  fakeClock();
  pageBase();
  await Promise.all([loadCall('getConversation'), loadCall('runPipelineAction')]);
  await makeAssistantPage(undefined, (url) =>
    url.includes('/assistant/conversation/')
      ? { conversation: KEPT, messages: KEPT_MESSAGES }
      : isRefusing
        ? Response.json(REFUSAL, { status: 409 })
        : { pipeline: screenPipeline({}) },
  );
});
afterEach(() => {
  leaveAssistantPage();
  realClock();
});

type World = { user: UserEvent; opens: number };
/** Calls answer in some turns, which the standing clock does not hold. */
async function shows(text: string): Promise<void> {
  for (let turn = 0; turn < 500 && screen.queryAllByText(text).length === 0; turn += 1)
    await act(() => new Promise((next) => setImmediate(next)));
  expect(screen.queryAllByText(text)).not.toEqual([]);
}
const press = async ({ user }: World, id: string) => {
  const button = commandButton(id);
  if (!button) throw new Error(`no button ${id}`);
  act(() => button.focus());
  await user.keyboard('{Enter}');
};

const SETTLED: Partial<Record<string, string>> = {
  applied: 'Applied',
  rejected: 'Rejected',
  failed: 'Not applied',
};
const drivers: Drivers<ChatConversationEvent, World> = {
  'connection.opened': async (world) => {
    if (world.opens > 0) passTime(1000);
    world.opens += 1;
    const socket = await awaitSocket();
    act(() => socket.open());
  },
  'connection.lost': async () => {
    const socket = await awaitSocket();
    HandSocket.last = undefined;
    act(() => void socket.dispatchEvent(new Event('close')));
  },
  'message.sent': async ({ user }, { text }) => {
    act(() => assistantField().focus());
    fireEvent.change(assistantField(), { target: { value: text } });
    await user.keyboard('{Enter}');
  },
  'answer.received': async (_, { answer }) => {
    const socket = await awaitSocket();
    act(() => socket.say(JSON.stringify(answer)));
    passTime(CHAT_DRAW_MS);
  },
  'reply.stopped': async ({ user }) => {
    act(() => assistantField().focus());
    await user.keyboard('{Enter}');
  },
  'rated.good': (world) => press(world, 'rateGood'),
  'rated.bad': async (world) => {
    await press(world, 'rateBad');
    await framesDrawn();
  },
  'feedback.submitted': async ({ user }, { reasons: [reason] }) => {
    act(() => screen.getByLabelText(reason!).focus());
    await user.keyboard(' {Control>}{Enter}{/Control}');
  },
  'feedback.closed': ({ user }) => user.keyboard('{Escape}'),
  'proposal.settled': async (world, { state }) => {
    isRefusing = state === 'failed';
    await press(world, state === 'rejected' ? 'reject' : 'apply');
    await shows(SETTLED[state] ?? '');
  },
  'conversation.opened': async () => {
    act(() => runCommand('assistant.open', { id: 'kept' }));
    await shows('As before.');
  },
  'conversation.cleared': () => act(() => runCommand('assistant.clear')),
};

function readMessage(item: Element): string[] {
  const text = item.textContent ?? '';
  if (text.startsWith('You: ')) return [`User: ${text.slice('You: '.length)} `];
  if (!text.startsWith('Assistant: ')) return [];
  const said = [...item.children].find(({ tagName }) => tagName === 'P')?.textContent ?? '';
  const label = item.querySelector('section header > span:last-child')?.textContent ?? '';
  return [`System: ${said} ${label}`];
}

/** By attributes: roles of a whole page take most of the time of a step. */
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const commandButton = (id: string) => find(`[data-command="assistant.${id}"]`);

function readFeedback(): FeedbackFace {
  if (find('dialog, [role="dialog"]')) return 'modal';
  if (find('[role="status"]')?.textContent === CHAT_TEXTS.rated) return 'thanks';
  return commandButton('rateGood') ? 'buttons' : 'none';
}

async function read(): Promise<ShownConversation> {
  await act(() => Promise.resolve());
  return {
    messages: [...(find('[aria-label="Conversation"]')?.children ?? [])].flatMap(readMessage),
    isBusy: commandButton('stop') !== null,
    feedback: readFeedback(),
    options: [...(find('[aria-label="Prompts"]')?.querySelectorAll('button') ?? [])].map(
      ({ textContent }) => textContent ?? '',
    ),
  };
}

test('assistant panel: every transition of a conversation on screen [E7, R2.7-18, R4-117]', async () => {
  const walks = makeWalks(conversationOnPage);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      closeAssistant();
      showAssistant();
      const world: World = { user: fakeClockUser(), opens: 0 };
      return {
        send: (event) => sendBy(drivers, world, event as ChatConversationEvent),
        read,
        dispose: closeAssistant,
      };
    },
    project: projectConversation,
  });
  expect(walked).toBe(walks.edges.size);
}, 300_000);
