import { WebSocket } from 'ws';
import { LIVE_PATH, type LiveServerMessage, liveServerMessageSchema } from '../../src/contract/live.ts';
import type { ProductApi } from './api.ts';

export type LiveCounters = Extract<LiveServerMessage, { type: 'counters' }>['pipelines'];

/** Over the socket, with a ticket, like the console. */
export async function watchCounters(api: ProductApi, siteId: string) {
  const { ticket } = await api.call('createSocketTicket');
  const address = `${api.url.replace('http', 'ws')}/${LIVE_PATH.replace(/^\//, '')}?authorization=${ticket}`;
  const socket = new WebSocket(address, { origin: api.url });
  let latest: LiveCounters | undefined;
  socket.on('message', (data) => {
    const message = liveServerMessageSchema.parse(JSON.parse(String(data)));
    if (message.type === 'counters') latest = message.pipelines;
  });
  await new Promise<void>((opened, failed) => socket.once('open', opened).once('error', failed));
  socket.send(JSON.stringify({ type: 'subscribe', subscriptionId: 'c', topic: 'counters', siteId }));
  return {
    /** Undefined before the first report. */
    latest: () => latest,
    close: () => socket.close(),
  };
}
