import { act, cleanup, render, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { expect, test } from 'vitest';
import { connectionMarkModel } from '../../machines/connection-mark/connection-mark.model.ts';
import { type ConnectionMarkEvent, selectStaleSince } from '../../machines/connection-mark/index.ts';
import { LiveClient, type LiveSocket } from '../../src/console/api/live-client.ts';
import { ConnectionMark } from '../../src/console/components/widgets/feedback/connection-mark.tsx';
import { formatClock } from '../../src/console/lib/format.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';

function channel() {
  let now = 0;
  let attempt: () => void = () => undefined;
  let refetched: () => void = () => undefined;
  const listeners = new Map<string, (event: Event) => void>();
  const socket: LiveSocket = {
    send: () => undefined,
    close: () => undefined,
    reconnect: () => undefined,
    addEventListener: (type, listener) => void listeners.set(type, listener),
  };
  const client = new LiveClient(() => now);
  client.onReopened(() => new Promise<void>((resolve) => (refetched = resolve)));
  client.start({
    open: (onAttempt) => {
      attempt = onAttempt;
      return socket;
    },
    read: () => undefined,
  });
  const tell = (event: Event, at: number) => {
    now = at;
    act(() => listeners.get(event.type)?.(event));
  };
  return { client, tell, attempt: () => act(() => attempt()), refetched: () => act(async () => refetched()) };
}

type World = ReturnType<typeof channel>;

const drivers: Drivers<ConnectionMarkEvent, World> = {
  'channel.opened': ({ tell }, { now }) => tell(new Event('open'), now),
  'channel.lost': ({ tell }, { now }) => tell(new Event('close'), now),
  'channel.retried': ({ attempt }) => attempt(),
  'message.received': ({ tell }, { now }) => tell(new MessageEvent('message', { data: '{}' }), now),
  'data.refetched': ({ refetched }) => refetched(),
};

function Mark({ client }: { client: LiveClient }) {
  return <ConnectionMark staleSince={useSelector(client.connection, selectStaleSince)} />;
}

test('the connection mark on screen through every transition of the channel', async () => {
  const paths = makePaths(connectionMarkModel);
  const walked = await driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => {
      const world = channel();
      render(<Mark client={world.client} />);
      return {
        send: (event) => sendBy(drivers, world, event as ConnectionMarkEvent),
        read: () => screen.getByRole('status').textContent,
        dispose: () => {
          world.client.stop();
          cleanup();
        },
      };
    },
    project: (snapshot) => {
      const since = selectStaleSince(snapshot);
      return since === undefined ? '' : `data from ${formatClock(since)}, reconnecting`;
    },
  });
  expect(walked).toBe(paths.edges.size);
});
