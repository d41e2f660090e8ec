import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createActor } from 'xstate';
import { chatConversationModel } from '../../machines/chat-conversation/chat-conversation.model.ts';
import {
  type ChatConversationEvent,
  type ChatConversationSnapshot,
  chatConversationMachine,
  selectFeedback,
  selectIsBusy,
} from '../../machines/chat-conversation/index.ts';
import { defineModel } from '../../machines/model.ts';
import { type ChatSocket, openChatSocket } from '../../src/console/views/assistant/chat-socket.ts';
import { type ChatRequest, chatRequestSchema } from '../../src/contract/assistant.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';

/** Between two looks, in milliseconds. */
const interval = 1;
const SITE_ID = '400000000000000001';

const model = defineModel({
  ...chatConversationModel,
  // Nothing is heard over a socket that is cut, and only one is open.
  explore: (snapshot, event) => {
    if (!(chatConversationModel.explore?.(snapshot, event) ?? true)) return false;
    const { isConnected, messages, options } = snapshot.context;
    // Prompts and connection change nothing of what is rated or proposed; the machine's test mixes all of it.
    const isPlain =
      selectFeedback(snapshot) === 'none' &&
      messages.every(({ proposalState = 'past' }) => proposalState === 'past');
    if (event.type === 'connection.opened') return !isConnected;
    if (event.type === 'connection.lost')
      return isConnected && (selectIsBusy(snapshot) || (isPlain && options.length === 0));
    if (event.type === 'answer.received' && event.answer.functionType === 'CHAT_OPTIONS')
      return isConnected && isPlain && options.length === 0;
    return event.type !== 'answer.received' || isConnected;
  },
});

/** The service's end: what arrived, and the connection to answer over. */
let server: WebSocketServer;
let connected: WebSocket | undefined;
let arrived: ChatRequest[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  server.on('connection', (socket) => {
    connected = socket;
    socket.on('message', (data) => void arrived.push(chatRequestSchema.parse(JSON.parse(String(data)))));
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  vi.stubGlobal('document', { baseURI: url, querySelector: () => ({ content: url }) });
  vi.stubGlobal('fetch', async () => Response.json({ ticket: 'one-time', expiresInSeconds: 30 }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const socket of server.clients) socket.terminate();
  await new Promise((done) => server.close(done));
});

/** The conversation over the console's socket, as the panel wires them. */
function converse() {
  const actor = createActor(chatConversationMachine, { input: {} });
  const wanted: ChatRequest[] = [];
  let taken = 0;
  let socket: ChatSocket | undefined;
  arrived = [];
  actor.on('request.wanted', ({ functionType, message, metadata }) => {
    if (!actor.getSnapshot().context.isConnected) return;
    const place = { siteId: SITE_ID, sessionId: 's', resource: '', resourceId: '' } as const;
    const request = { ...place, functionType, message, metadata };
    wanted.push(request);
    socket?.send(JSON.stringify(request));
  });
  actor.start();
  const open = () => {
    socket = openChatSocket(
      ({ type }) => {
        if (type === 'socket.opened') actor.send({ type: 'connection.opened' });
        if (type === 'socket.closed' || type === 'socket.failed') actor.send({ type: 'connection.lost' });
      },
      (answer) => {
        taken += 1;
        actor.send({ type: 'answer.received', answer });
      },
    );
  };
  const isConnected = () => actor.getSnapshot().context.isConnected;
  return {
    actor,
    open,
    isConnected,
    countTaken: () => taken,
    /** All that went out came in, in its order. */
    settle: () => expect.poll(() => arrived, { interval }).toEqual(wanted),
    end: () => {
      socket?.close();
      actor.stop();
    },
  };
}
type World = ReturnType<typeof converse>;

const bySelf = async ({ actor, settle }: World, event: ChatConversationEvent) => {
  actor.send(event);
  await settle();
};

const drivers: Drivers<ChatConversationEvent, World> = {
  'connection.opened': async ({ open, isConnected }) => {
    open();
    await expect.poll(isConnected, { interval }).toBe(true);
  },
  'connection.lost': async ({ isConnected }) => {
    connected?.terminate();
    await expect.poll(isConnected, { interval }).toBe(false);
  },
  'answer.received': async ({ countTaken }, { answer }) => {
    const before = countTaken();
    connected?.send(JSON.stringify(answer));
    await expect.poll(countTaken, { interval }).toBe(before + 1);
  },
  'message.sent': bySelf,
  'reply.stopped': bySelf,
  'rated.good': bySelf,
  'rated.bad': bySelf,
  'feedback.submitted': bySelf,
  'feedback.closed': bySelf,
  'proposal.settled': bySelf,
  'conversation.opened': bySelf,
  'conversation.cleared': bySelf,
};

const project = ({ value, context }: ChatConversationSnapshot) => ({ value, ...context });

test('conversation with the assistant: every transition over a real socket [E7, R4-117, R4-123]', async () => {
  const walks = makeWalks(model);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      const world = converse();
      return {
        send: (event) => sendBy(drivers, world, event as ChatConversationEvent),
        read: () => project(world.actor.getSnapshot()),
        dispose: world.end,
      };
    },
    project,
  });
  expect(walked).toBe(walks.edges.size);
}, 300_000);
