import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { chatConnectionModel } from '../../machines/chat-connection/chat-connection.model.ts';
import {
  type ChatConnectionEvent,
  type ChatConnectionSnapshot,
  chatConnectionMachine,
  computeReconnectDelayMs,
} from '../../machines/chat-connection/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { type ChatSocket, openChatSocket } from '../../src/console/views/assistant/chat-socket.ts';
import type { ChatAnswer } from '../../src/contract/assistant.ts';
import { createChatRequest } from '../api/support/converse.ts';
import { listenOnPort } from '../api/support/listening.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';

const MOST_FAILURES = 2;

const model = defineModel({
  ...chatConnectionModel,
  // A failed send is between two turns of the page, which its view has.
  vocabulary: chatConnectionModel.vocabulary.filter(({ type }) => type !== 'send.failed'),
  // What a socket does: there is none without the service, and it ends once it is open.
  explore: (snapshot, { type }) => {
    const isOpen = snapshot.matches({ online: 'open' });
    if (type === 'socket.closed') return isOpen;
    return type !== 'socket.failed' || snapshot.context.failures < MOST_FAILURES;
  },
});

let api: TestService;
let server: Awaited<ReturnType<typeof listenOnPort>>;
beforeEach(async () => {
  api = await startService({ flags: ['chatAssistantTransform'], callsPerMinute: 0 });
  server = await listenOnPort(api);
  vi.stubGlobal('document', { baseURI: server.url, querySelector: () => ({ content: `${server.url}/` }) });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
  await api.stop();
});

/** Frames of RFC 6455 from the service: what it says, its goodbye, and what is none. */
const FRAMES = {
  unreadable: Buffer.from([0x81, 0x01, 0x7b]),
  goodbye: Buffer.from([0x88, 0x02, 0x03, 0xe9]),
  broken: Buffer.from([0xff, 0xff]),
};

/** A privileged port of no service. */
const NOBODY_LISTENS = 'http://127.0.0.1:9/';

/** The machine with the console's socket, whose tickets wait until the test lets them through. */
function connect() {
  const clock = new SimulatedClock();
  const answers: ChatAnswer[] = [];
  const faults: string[] = [];
  let ticket = Promise.withResolvers<{ isGone: boolean }>();
  let socket: ChatSocket | undefined;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const { isGone } = await ticket.promise;
    return isGone ? fetch(NOBODY_LISTENS) : fetch(...asked);
  });
  const actor = createActor(chatConnectionMachine, { clock });
  actor.on('socket.wanted', () => {
    ticket = Promise.withResolvers();
    socket = openChatSocket(actor.send.bind(actor), (answer) => void answers.push(answer));
  });
  actor.on('socket.unwanted', () => socket?.close());
  actor.on('send', ({ text }) => socket?.send(text));
  actor.on('fault', ({ fault }) => void faults.push(fault));
  actor.start();
  const left = async (act: () => void) => {
    const before = actor.getSnapshot();
    act();
    await expect.poll(() => actor.getSnapshot() !== before).toBe(true);
  };
  return {
    actor,
    clock,
    answers,
    faults,
    left,
    letIn: (isGone: boolean) => left(() => ticket.resolve({ isGone })),
    say: (frame: Buffer) => server.upgraded.at(-1)!.write(frame),
    end: () => {
      actor.send({ type: 'panel.closed' });
      vi.stubGlobal('fetch', fetch);
    },
  };
}
type World = ReturnType<typeof connect>;

const drivers: Drivers<ChatConnectionEvent | SystemEvent, World> = {
  'panel.opened': ({ actor }) => actor.send({ type: 'panel.opened' }),
  'panel.closed': ({ actor }) => actor.send({ type: 'panel.closed' }),
  'socket.opened': ({ letIn }) => letIn(false),
  'socket.closed': ({ left, say }) => left(() => say(FRAMES.goodbye)),
  'socket.failed': ({ actor, left, letIn, say }) =>
    actor.getSnapshot().matches({ online: 'open' }) ? left(() => say(FRAMES.broken)) : letIn(true),
  'socket.unreadable': async ({ faults, say }) => {
    const before = faults.length;
    say(FRAMES.unreadable);
    await expect.poll(() => faults.slice(before)).toEqual(['unreadable']);
  },
  'send.wanted': async ({ actor, answers }) => {
    const before = answers.length;
    const text = createChatRequest(api.siteId, '', { functionType: 'CHAT_OPTIONS' });
    actor.send({ type: 'send.wanted', text });
    await expect
      .poll(() => answers.slice(before).map(({ functionType }) => functionType))
      .toEqual(['CHAT_OPTIONS']);
  },
  'xstate.after.reconnect.chatConnection.waiting': ({ actor, clock }) =>
    clock.increment(computeReconnectDelayMs(actor.getSnapshot().context.failures)),
};

const project = ({ value, context }: ChatConnectionSnapshot) => ({ value, ...context });

test('connection of the assistant: every transition over a real socket [E6, R4-115, R4-116]', async () => {
  const walks = makeWalks(model);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      const world = connect();
      return {
        send: (event) => sendBy(drivers, world, event),
        read: () => project(world.actor.getSnapshot()),
        dispose: world.end,
      };
    },
    project,
  });
  expect(walked).toBe(walks.edges.size);
});
