import { createActor } from 'xstate';
import { connectionMarkMachine, selectIsOpen } from '../../../machines/connection-mark/index.ts';
import type { LiveClientMessage, LiveServerMessage } from '../../contract/live.ts';

type SubscribeMessage = Extract<LiveClientMessage, { type: 'subscribe' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'type' | 'subscriptionId'> : never;
/** Topic of a subscription, for instance `{topic: 'counters', siteId}`. */
export type LiveTopic = WithoutId<SubscribeMessage>;

type Listener = (message: LiveServerMessage) => void;

export type LiveSocket = {
  send: (data: string) => void;
  close: () => void;
  reconnect: () => void;
  addEventListener: (type: 'open' | 'close' | 'error' | 'message', listener: (event: Event) => void) => void;
};

/** `onAttempt` is called at every connection attempt. */
export type LiveTransport = {
  open: (onAttempt: () => void) => LiveSocket;
  /** Returns undefined for an unknown message. */
  read: (text: string) => LiveServerMessage | undefined;
};

const PING_EVERY_MS = 15_000;
/** After this long without a message the connection counts as dead. */
const SILENCE_MS = 40_000;

/**
 * Subscriptions are sent again after a reconnect. Missed messages are not replayed, so listeners of
 * `onReopened` must refetch.
 */
export class LiveClient {
  readonly connection = createActor(connectionMarkMachine).start();
  #socket: LiveSocket | undefined;
  #topics = new Map<string, { topic: LiveTopic; listener: Listener }>();
  #listeners = new Set<Listener>();
  #nextId = 1;
  #lastMessageAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  start({ open, read }: LiveTransport): void {
    if (this.#socket) return;
    const socket = open(() => this.connection.send({ type: 'channel.retried' }));
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened());
    socket.addEventListener('close', () => this.#lost());
    socket.addEventListener('error', () => this.#lost());
    socket.addEventListener('message', (event) => {
      if (event instanceof MessageEvent && typeof event.data === 'string') this.#received(read(event.data));
    });
    this.#timer = setInterval(() => this.#checkAlive(), PING_EVERY_MS);
  }

  /** For instance when the channel's code failed to load. */
  unavailable(): void {
    this.#lost();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  subscribe(topic: LiveTopic, listener: Listener): () => void {
    const subscriptionId = `s${this.#nextId++}`;
    this.#topics.set(subscriptionId, { topic, listener });
    this.#send({ type: 'subscribe', subscriptionId, ...topic });
    return () => {
      this.#topics.delete(subscriptionId);
      this.#send({ type: 'unsubscribe', subscriptionId });
    };
  }

  /** Messages outside of subscriptions: status, entity and error changes. */
  onMessage(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onReopened(refetch: () => Promise<unknown>): () => void {
    const subscription = this.connection.on('refetch.wanted', () => {
      refetch().finally(() => this.connection.send({ type: 'data.refetched' }));
    });
    return () => subscription.unsubscribe();
  }

  get #isOpen(): boolean {
    return selectIsOpen(this.connection.getSnapshot());
  }

  #send(message: LiveClientMessage): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #opened(): void {
    this.#lastMessageAt = this.#now();
    this.connection.send({ type: 'channel.opened', now: this.#now() });
    for (const [subscriptionId, { topic }] of this.#topics)
      this.#send({ type: 'subscribe', subscriptionId, ...topic });
  }

  #lost(): void {
    this.connection.send({ type: 'channel.lost', now: this.#now() });
  }

  #received(message: LiveServerMessage | undefined): void {
    this.#lastMessageAt = this.#now();
    this.connection.send({ type: 'message.received', now: this.#lastMessageAt });
    if (!message) return;
    if ('subscriptionId' in message) this.#topics.get(message.subscriptionId)?.listener(message);
    else for (const listener of this.#listeners) listener(message);
  }

  #checkAlive(): void {
    if (!this.#isOpen) return;
    if (this.#now() - this.#lastMessageAt > SILENCE_MS) {
      this.#lost();
      this.#socket?.reconnect();
    } else this.#send({ type: 'ping' });
  }
}

export const liveClient = new LiveClient();
