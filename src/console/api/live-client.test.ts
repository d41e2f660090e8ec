import { describe, expect, onTestFinished, test } from 'vitest';
import { selectStaleSince } from '../../../machines/connection-mark/index.ts';
import { LiveClient, type LiveSocket } from './live-client.ts';

class FakeSocket implements LiveSocket {
  sent: string[] = [];
  #listeners = new Map<string, (event: Event) => void>();
  send = (data: string) => void this.sent.push(data);
  close = () => undefined;
  reconnect = () => undefined;
  addEventListener = (type: string, listener: (event: Event) => void) =>
    void this.#listeners.set(type, listener);
  tell = (event: Event) => this.#listeners.get(event.type)?.(event);
}

function start() {
  let now = 1000;
  const client = new LiveClient(() => now);
  const socket = new FakeSocket();
  let attempt: () => void = () => undefined;
  client.start({
    open: (onAttempt) => {
      attempt = onAttempt;
      return socket;
    },
    read: () => undefined,
  });
  onTestFinished(() => client.stop());
  return {
    client,
    socket,
    attempt: () => attempt(),
    at: (time: number) => {
      now = time;
    },
    staleSince: () => selectStaleSince(client.connection.getSnapshot()),
  };
}

describe('the live channel', () => {
  test('data is old from the last message until the reconnect reads it', async () => {
    const { client, socket, attempt, at, staleSince } = start();
    let refetches = 0;
    client.onReopened(async () => {
      refetches += 1;
    });
    socket.tell(new Event('open'));
    at(5000);
    socket.tell(new MessageEvent('message', { data: '{}' }));
    at(9000);
    socket.tell(new Event('error'));
    socket.tell(new Event('close'));
    expect([staleSince(), refetches]).toEqual([5000, 0]);
    attempt();
    expect(staleSince()).toBe(5000);
    socket.tell(new Event('open'));
    expect([staleSince(), refetches]).toEqual([undefined, 1]);
    await Promise.resolve();
  });

  test('subscribes again to everything when it is back', () => {
    const { client, socket } = start();
    client.subscribe({ topic: 'site', siteId: '400000000000000001' }, () => undefined);
    expect(socket.sent).toEqual([]);
    socket.tell(new Event('open'));
    socket.tell(new Event('close'));
    socket.tell(new Event('open'));
    expect(socket.sent).toHaveLength(2);
  });
});
