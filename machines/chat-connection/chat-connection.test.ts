import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  CHAT_FAULT_TEXTS,
  type ChatConnectionEvent,
  chatConnectionMachine,
  computeReconnectDelayMs,
  selectIsConnecting,
  selectIsDown,
  selectIsOpen,
} from './chat-connection.machine.ts';
import { chatConnectionModel } from './chat-connection.model.ts';

test('chat connection: never open and down at once [R4-115, R4-116, R4-121]', async () => {
  await driveAll(
    makePaths(chatConnectionModel),
    createPureSut(chatConnectionModel, (snapshot) => {
      expect([selectIsOpen(snapshot), selectIsConnecting(snapshot)].filter(Boolean).length).toBeLessThan(2);
      expect(selectIsOpen(snapshot) && selectIsDown(snapshot)).toBe(false);
    }),
  );
});

test('chat connection: every transition [E6]', async () => {
  const sut = createActorSut(chatConnectionModel, { delays: { reconnect: 30_000 } });
  await driveAll(makePaths(chatConnectionModel), sut);
});

/** A connection whose socket does what the test says. */
function connect() {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  const faults: string[] = [];
  let opened = 0;
  let closed = 0;
  const actor = createActor(chatConnectionMachine, { clock });
  actor.on('socket.wanted', () => {
    opened += 1;
  });
  actor.on('socket.unwanted', () => {
    closed += 1;
  });
  actor.on('send', ({ text }) => sent.push(text));
  actor.on('fault', ({ fault }) => faults.push(CHAT_FAULT_TEXTS[fault]));
  actor.start();
  const send = (...events: ChatConnectionEvent['type'][]) => {
    for (const type of events) actor.send({ type, text: type } as ChatConnectionEvent);
  };
  return { actor, clock, sent, faults, send, counts: () => [opened, closed] };
}

test('chat connection: ten reconnects, then it says so [R4-120, R8-54, R9-26]', () => {
  const { actor, clock, faults, send, counts } = connect();
  send('panel.opened');
  for (let failure = 1; failure <= 10; failure++) {
    send('socket.closed');
    expect(actor.getSnapshot().value).toBe('waiting');
    clock.increment(computeReconnectDelayMs(failure));
    expect(actor.getSnapshot().value).toEqual({ online: 'connecting' });
  }
  expect(faults).toEqual([]);
  send('socket.closed');
  expect([actor.getSnapshot().value, faults]).toEqual(['failed', ['Failed to establish a connection']]);
  expect(counts()).toEqual([11, 11]);
  send('panel.opened');
  expect(actor.getSnapshot().context.failures).toBe(0);
});

test('chat connection: reconnects after 1 s, doubling to 30 s [R4-122]', () => {
  expect([1, 2, 3, 5, 6, 10].map(computeReconnectDelayMs)).toEqual([
    1000, 2000, 4000, 16_000, 30_000, 30_000,
  ]);
});

test('chat connection: faults have the specified texts [R8-50 … R8-53]', () => {
  const { actor, faults, sent, send } = connect();
  send('panel.opened', 'socket.failed');
  expect(selectIsDown(actor.getSnapshot())).toBe(true);
  send('panel.closed', 'panel.opened', 'socket.opened', 'socket.unreadable', 'send.wanted', 'send.failed');
  expect(sent).toEqual(['send.wanted']);
  expect(faults).toEqual([
    'Socket: Connection error',
    'Socket: Unable to parse the received data',
    'Socket: Unable to send the given data',
  ]);
  send('panel.closed', 'send.wanted');
  expect(sent).toHaveLength(1);
});
