import type { ChatConnectionEvent } from '../../../../machines/chat-connection/index.ts';
import { CHAT_PATH, type ChatAnswer, chatAnswerSchema } from '../../../contract/assistant.ts';
import { callApi } from '../../api/call-api.ts';
import { getApiBaseUrl } from '../../api/environment.ts';

function readAnswer(data: unknown): ChatAnswer | undefined {
  try {
    return typeof data === 'string' ? chatAnswerSchema.safeParse(JSON.parse(data)).data : undefined;
  } catch {
    return undefined;
  }
}

/** Each ticket opens one connection, so every attempt fetches a new one. */
async function fetchUrl(): Promise<string> {
  const url = new URL(CHAT_PATH.slice(1), getApiBaseUrl());
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const { data } = await callApi('createSocketTicket', { body: {} });
  url.searchParams.set('authorization', data.ticket);
  return url.href;
}

export type ChatSocket = { send: (text: string) => void; close: () => void };

/** One connection; the machine decides about further ones. Reports nothing once closed. */
export function openChatSocket(
  report: (event: ChatConnectionEvent) => void,
  onAnswer: (answer: ChatAnswer) => void,
): ChatSocket {
  let socket: WebSocket | undefined;
  let isOver = false;
  const tell = (event: ChatConnectionEvent) => {
    if (!isOver) report(event);
  };
  fetchUrl().then(
    (url) => {
      if (isOver) return;
      socket = new WebSocket(url);
      socket.addEventListener('open', () => tell({ type: 'socket.opened' }));
      socket.addEventListener('close', () => tell({ type: 'socket.closed' }));
      socket.addEventListener('error', () => tell({ type: 'socket.failed' }));
      socket.addEventListener('message', ({ data }) => {
        const answer = readAnswer(data);
        if (answer) onAnswer(answer);
        else tell({ type: 'socket.unreadable' });
      });
    },
    () => tell({ type: 'socket.failed' }),
  );
  return {
    send: (text) => {
      try {
        if (socket?.readyState !== WebSocket.OPEN) throw new Error('not open');
        socket.send(text);
      } catch {
        tell({ type: 'send.failed' });
      }
    },
    close: () => {
      isOver = true;
      socket?.close();
    },
  };
}
