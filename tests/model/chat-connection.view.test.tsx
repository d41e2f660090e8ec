import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatConnectionModel } from '../../machines/chat-connection/chat-connection.model.ts';
import {
  type ChatConnectionEvent,
  type ChatConnectionSnapshot,
  computeReconnectDelayMs,
  selectIsConnecting,
  selectIsDown,
  selectIsGivenUp,
  selectIsOpen,
} from '../../machines/chat-connection/index.ts';
import type { SystemEvent } from '../../machines/model.ts';
import { toastsActor } from '../../src/console/state/toasts.ts';
import { connection } from '../../src/console/views/assistant/assistant.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import {
  assistantField,
  awaitSocket,
  closeAssistant,
  HandSocket,
  leaveAssistantPage,
  makeAssistantPage,
  showAssistant,
} from './assistant-page.tsx';
import { pageBase } from './command-context.ts';
import { fakeClock, fakeClockUser, passTime, realClock } from './fake-clock.ts';

beforeEach(async () => {
  fakeClock();
  pageBase();
  await makeAssistantPage();
});
afterEach(() => {
  leaveAssistantPage();
  realClock();
});

type World = { unmount: () => void };
const happen = (what: (socket: HandSocket) => void) => async () => {
  const socket = await awaitSocket();
  act(() => what(socket));
};
const lose = (type: 'close' | 'error') =>
  happen((socket) => {
    HandSocket.last = undefined;
    socket.dispatchEvent(new Event(type));
  });
const lastNotice = () => toastsActor.getSnapshot().context.toasts.at(-1)?.message;

const drivers: Drivers<ChatConnectionEvent | SystemEvent, World> = {
  'panel.opened': async (world) => {
    const again = screen.queryByRole('button', { name: 'Connect again' });
    if (!again) {
      world.unmount = showAssistant().unmount;
      return;
    }
    act(() => again.focus());
    await fakeClockUser().keyboard('{Enter}');
  },
  'panel.closed': (world) => {
    HandSocket.last = undefined;
    world.unmount();
  },
  'socket.opened': happen((socket) => socket.open()),
  'socket.closed': lose('close'),
  'socket.failed': lose('error'),
  'socket.unreadable': happen((socket) => {
    socket.say('{');
    expect(lastNotice()).toBe('Socket: Unable to parse the received data');
  }),
  'send.wanted': happen((socket) => {
    connection.send({ type: 'send.wanted', text: '{"message":"hi"}' });
    expect(socket.sent.at(-1)).toEqual({ message: 'hi' });
  }),
  'send.failed': happen((socket) => {
    // Between its end and the event of it nothing can be sent.
    socket.readyState = 2;
    connection.send({ type: 'send.wanted', text: '{}' });
    socket.readyState = HandSocket.OPEN;
    expect(lastNotice()).toBe('Socket: Unable to send the given data');
  }),
  'xstate.after.reconnect.chatConnection.waiting': () =>
    passTime(computeReconnectDelayMs(connection.getSnapshot().context.failures)),
};

type Shown = { face: string; takesText: boolean; mayConnect: boolean };

function project(snapshot: ChatConnectionSnapshot): Shown {
  const mayConnect = selectIsGivenUp(snapshot);
  if (snapshot.matches('closed')) return { face: 'closed', takesText: false, mayConnect };
  const face = selectIsDown(snapshot) ? 'down' : selectIsConnecting(snapshot) ? 'connecting' : 'open';
  return { face, takesText: !selectIsConnecting(snapshot), mayConnect };
}

async function read(): Promise<Shown> {
  await act(() => Promise.resolve());
  if (!screen.queryByRole('complementary')) return { face: 'closed', takesText: false, mayConnect: false };
  const faces: [string, string][] = [
    ['We are currently down for maintenance.', 'down'],
    ['Please wait while we are connecting....', 'connecting'],
    ['Hi, I am your pipeline assistant.', 'open'],
  ];
  const face = faces.filter(([text]) => screen.queryByText(text) !== null).map(([, name]) => name);
  return {
    face: face.join(),
    takesText: !assistantField().readOnly,
    mayConnect: screen.queryByRole('button', { name: 'Connect again' }) !== null,
  };
}

test('assistant panel: every transition of the connection on screen [E6, R2.7-06, R2.7-14]', async () => {
  const walks = makeWalks(chatConnectionModel);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      closeAssistant();
      const world: World = { unmount: () => undefined };
      return { send: (event) => sendBy(drivers, world, event), read, dispose: closeAssistant };
    },
    project,
    check: (snapshot) => {
      expect(connection.getSnapshot().value).toEqual(snapshot.value);
      // There is a socket for what is online, and none else.
      if (selectIsOpen(snapshot)) expect(HandSocket.last?.readyState).toBe(HandSocket.OPEN);
    },
  });
  expect(walked).toBe(walks.edges.size);
});
