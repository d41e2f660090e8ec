import { WebSocket as ReconnectingSocket } from 'partysocket';
import { LIVE_PATH, type LiveServerMessage, liveServerMessageSchema } from '../../contract/live.ts';
import { callApi } from './call-api.ts';
import { getApiBaseUrl } from './environment.ts';
import type { LiveSocket, LiveTransport } from './live-client.ts';

export { followLiveChannel } from './live-cache.ts';

/** A ticket is valid for one connection, so every attempt fetches a new one. */
async function fetchLiveUrl(): Promise<string> {
  const url = new URL(LIVE_PATH.slice(1), getApiBaseUrl());
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const { data } = await callApi('createSocketTicket', { body: {} });
  url.searchParams.set('authorization', data.ticket);
  return url.href;
}

const openSocket = (onAttempt: () => void): LiveSocket => {
  const url = () => {
    onAttempt();
    return fetchLiveUrl();
  };
  return new ReconnectingSocket(url, [], {
    minReconnectionDelay: 500,
    maxReconnectionDelay: 10_000,
    maxEnqueuedMessages: 0,
  });
};

function read(text: string): LiveServerMessage | undefined {
  try {
    return liveServerMessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const liveTransport: LiveTransport = { open: openSocket, read };
