import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ASSISTANT_SITE_ID,
  assistantField,
  awaitSocket,
  type HandSocket,
  leaveAssistantPage,
  makeAssistantPage,
  showAssistant,
} from '../../../../tests/model/assistant-page.tsx';
import { pageBase } from '../../../../tests/model/command-context.ts';
import type { Proposal } from '../../../contract/assistant.ts';
import type { AssistantBrain } from '../../../contract/entities/assistant-endpoint.ts';
import { runCommand } from '../../commands/runtime.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';
import { toastsActor } from '../../state/toasts.ts';
import { conversation } from './assistant.ts';
import { takeFocusWish, toggleAssistant } from './toggle-assistant.ts';

const PAUSE_WEB: Proposal = {
  title: "Pause 'web'",
  notes: [],
  isDestructive: false,
  call: { id: 'runPipelineAction', body: { pipelineId: '300000000000000001', action: 'PAUSE' } },
  plan: [],
};

let brain: AssistantBrain;

beforeEach(async () => {
  brain = { kind: 'EMBEDDED', host: '', model: '', questionsLeft: 0 };
  pageBase();
  await makeAssistantPage(() => brain);
});
afterEach(() => {
  leaveAssistantPage();
  isAssistantOpen.set(false);
  takeFocusWish();
});

const field = assistantField;

/** A live region has the sentences too. */
const inConversation = async (text: string) =>
  within(await screen.findByRole('list', { name: 'Conversation' })).findByText(text);

async function open(): Promise<HandSocket> {
  showAssistant();
  const socket = await awaitSocket();
  act(() => socket.open());
  await vi.waitFor(() => expect(field().readOnly).toBe(false));
  return socket;
}

describe('assistant panel: connection [R2.7-06, R2.7-07, R5-41]', () => {
  test('while connecting it says so, and takes no text; then it greets [R2.7-01 … R2.7-03, R2.7-05, R2.7-10]', async () => {
    showAssistant();
    expect(screen.getByText('Please wait while we are connecting....')).toBeTruthy();
    expect([field().readOnly, field().getAttribute('aria-disabled')]).toEqual([true, 'true']);
    const socket = await awaitSocket();
    expect(new URL(socket.url).pathname).toBe('/v1/ws/chat');
    expect(new URL(socket.url).searchParams.get('authorization')).toBe('one-time');
    act(() => socket.open());
    expect(await screen.findByText('Hi, I am your pipeline assistant.')).toBeTruthy();
    expect(screen.getByText('Get started by asking me a question')).toBeTruthy();
    expect(field().placeholder).toBe('Ask me anything...');
  });

  test('prompts are buttons, and one is sent as the message [R2.7-04, R2.7-08, R2.7-09]', async () => {
    const socket = await open();
    expect(socket.sent[0]).toMatchObject({ functionType: 'CHAT_OPTIONS' });
    act(() =>
      socket.answer('', { functionType: 'CHAT_OPTIONS', metadata: { options: ['What is failing?'] } }),
    );
    expect(
      await screen.findByText('Get started by asking me a question or selecting one of the prompts below'),
    ).toBeTruthy();
  });

  test('an error without history shows the maintenance screen, with history not [R2.7-14 … R2.7-17]', async () => {
    const socket = await open();
    act(() => void socket.dispatchEvent(new Event('error')));
    expect(await screen.findByText('We are currently down for maintenance.')).toBeTruthy();
    expect(
      screen.getByText(
        'We apologize for any inconvenience caused, we should be back shortly. Thanks for your patience.',
      ),
    ).toBeTruthy();
    const told = toastsActor.getSnapshot().context.toasts.map(({ message }) => message);
    expect(told).toContain('Socket: Connection error');
  });

  test('while connecting, Enter on Close closes it and is not kept for later', async () => {
    toggleAssistant();
    showAssistant();
    const close = screen.getByRole('button', { name: 'Close the assistant' });
    close.focus();
    // False when something kept the key from its button.
    expect(fireEvent.keyDown(close, { key: 'Enter' })).toBe(true);
  });

  test('beside a conversation it says that it connects again [R2.7-06, R2.7-17]', async () => {
    const socket = await open();
    await userEvent.setup().type(field(), 'hello{Enter}');
    act(() => socket.answer('Hi there'));
    act(() => socket.answer('', { functionType: 'MESSAGE_STREAM_ENDED', metadata: {} }));
    await inConversation('Hi there');
    expect(screen.queryByText('Please wait while we are connecting....')).toBeNull();
    act(() => void socket.dispatchEvent(new Event('close')));
    expect(await screen.findByText('Please wait while we are connecting....')).toBeTruthy();
    expect(await inConversation('Hi there')).toBeTruthy();
  });

  test('a broken message is reported, and the connection stays [R8-52]', async () => {
    const socket = await open();
    act(() => void socket.dispatchEvent(new MessageEvent('message', { data: '{' })));
    await vi.waitFor(() =>
      expect(toastsActor.getSnapshot().context.toasts.map(({ message }) => message)).toContain(
        'Socket: Unable to parse the received data',
      ),
    );
    expect(field().readOnly).toBe(false);
  });
});

describe('assistant panel: keys before it is there', () => {
  const typeAhead = (keys: readonly string[]) => {
    for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  };
  const asked = (socket: HandSocket) =>
    socket.sent.filter(({ functionType }) => functionType === 'ORION').map(({ message }) => message);

  test('what is typed after Ctrl+I reaches no screen, and is sent once it is connected', async () => {
    const reached = vi.fn();
    window.addEventListener('keydown', reached);
    toggleAssistant();
    typeAhead([...'why']);
    showAssistant();
    expect(document.activeElement).toBe(field());
    typeAhead([...' now', 'Enter']);
    const socket = await awaitSocket();
    expect(field().value).toBe('');
    act(() => socket.open());
    await vi.waitFor(() => expect(asked(socket)).toEqual(['why now']));
    expect(reached).not.toHaveBeenCalled();
    window.removeEventListener('keydown', reached);
  });

  test('Escape before it is there takes it back', () => {
    toggleAssistant();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(isAssistantOpen.get()).toBe(false);
  });

  test('after a reload it is there and leaves the focus on the screen', async () => {
    isAssistantOpen.set(true);
    await open();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('assistant panel: conversation [R3-74, R3-78, R5-42]', () => {
  test('Enter sends, Shift+Enter breaks the line, nothing is not sent [R2.7-11, R2.7-12, R5-40]', async () => {
    const user = userEvent.setup();
    const socket = await open();
    await user.type(field(), '{Enter}  {Enter}');
    expect(socket.sent.filter(({ functionType }) => functionType === 'ORION')).toEqual([]);
    await user.clear(field());
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(socket.sent.at(-1)).toMatchObject({
      functionType: 'ORION',
      message: 'one\ntwo',
      siteId: ASSISTANT_SITE_ID,
      resource: '',
    });
    expect(field().readOnly).toBe(true);
    act(() => socket.reply('Done.'));
    expect(await inConversation('Done.')).toBeTruthy();
    expect(field().readOnly).toBe(false);
  });

  test('an answer that failed says so, and the next question can be asked [R8-66]', async () => {
    const user = userEvent.setup();
    const socket = await open();
    await user.type(field(), 'a question{Enter}');
    const { turn } = socket.sent.at(-1)!.metadata;
    const failed = 'Something went wrong while answering. Ask again.';
    act(() => socket.answer('', { functionType: 'MESSAGE_STREAM_ENDED', metadata: { turn, failed } }));
    expect(await inConversation(failed)).toBeTruthy();
    expect(field().readOnly).toBe(false);
  });

  test('the last question is asked again by its button, once it is answered', async () => {
    const user = userEvent.setup();
    const socket = await open();
    await user.type(field(), 'a question{Enter}');
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
    act(() => socket.reply('An answer.'));
    await inConversation('An answer.');
    act(() => screen.getByRole('button', { name: 'Ask again' }).focus());
    await user.keyboard('{Enter}');
    expect(socket.sent.filter(({ message }) => message === 'a question')).toHaveLength(2);
  });

  test('while a reply streams Send is Stop, and Stop keeps what came [R2.7-13, R4-119]', async () => {
    const user = userEvent.setup();
    const socket = await open();
    await user.type(field(), 'a question{Enter}');
    act(() => socket.reply('Half an', { isWhole: false }));
    await inConversation('Half an');
    act(() => conversation.send({ type: 'reply.stopped' }));
    expect(socket.sent.at(-1)?.functionType).toBe('ABORT_CHAT');
    expect(await inConversation('Half an')).toBeTruthy();
  });

  test('a proposal is rejected before its reply has ended [R1-25]', async () => {
    const socket = await open();
    await userEvent.setup().type(field(), 'pause web{Enter}');
    const { turn } = socket.sent.at(-1)!.metadata;
    act(() =>
      socket.answer('When you agree:', { metadata: { turn, proposal: { id: 'one', ...PAUSE_WEB } } }),
    );
    const card = await screen.findByRole('region', { name: "Proposal: Pause 'web'" });
    expect(
      within(card)
        .getByRole('button', { name: /^Apply/ })
        .getAttribute('aria-disabled'),
    ).not.toBe('true');
    act(() => void runCommand('assistant.reject'));
    expect(await within(card).findByText('Rejected')).toBeTruthy();
    expect(socket.sent.at(-1)).toMatchObject({
      functionType: 'NONE',
      metadata: { outcome: { proposalId: 'one', state: 'rejected' } },
    });
  });

  test('a bad reply opens the modal, a good one is thanked [R2.7-21 … R2.7-25, R2.7-37, R9-33]', async () => {
    const user = userEvent.setup();
    const socket = await open();
    await user.type(field(), 'a question{Enter}');
    act(() => socket.reply('An answer.'));
    await inConversation('An answer.');
    act(() => conversation.send({ type: 'rated.bad' }));
    const dialog = await screen.findByRole('dialog', { name: 'Provide Additional Feedback' });
    for (const reason of ["Didn't follow instructions", 'Incorrect response', 'Partially correct response'])
      expect(within(dialog).getByRole('checkbox', { name: reason })).toBeTruthy();
    const submit = within(dialog).getByRole('button', { name: /^Submit/ });
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Not what I asked' } });
    fireEvent.click(submit);
    expect(await screen.findByText('Thanks for your feedback')).toBeTruthy();
    expect(socket.sent.at(-1)).toMatchObject({
      functionType: 'RESPONSE_FEEDBACK',
      metadata: { isGood: false, reasons: [], text: 'Not what I asked' },
    });
  });
});

describe('assistant panel: who answers', () => {
  test('it says where questions are sent, or that nothing is', async () => {
    const { unmount } = showAssistant();
    await screen.findByText('Answered on this service. Nothing is sent anywhere.');
    unmount();
    brain = { kind: 'MODEL', host: 'models.example.org', model: 'm-1', questionsLeft: 3 };
    showAssistant();
    await screen.findByText(
      /^m-1 at models\.example\.org answers\..* sent there\. 3 questions left today\.$/,
    );
  });
});

describe('assistant panel: conversations', () => {
  test('one that is opened again shows its proposals, which cannot be applied', async () => {
    showAssistant();
    const kept = { steps: [], links: [] };
    const messages = [
      { source: 'User' as const, message: 'pause web', ...kept },
      { source: 'System' as const, message: 'When you agree:', ...kept, proposal: PAUSE_WEB },
    ];
    act(() => conversation.send({ type: 'conversation.opened', messages }));
    const card = await screen.findByRole('region', { name: "Proposal: Pause 'web'" });
    expect(within(card).getByText('Earlier')).toBeDefined();
    expect(within(card).queryByRole('button', { name: /Apply/ })).toBeNull();
  });
});
