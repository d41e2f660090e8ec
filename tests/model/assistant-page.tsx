import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';
import { loadCall } from '../../src/console/api/call-table.ts';
import { selectedSiteId } from '../../src/console/api/selected-site.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import AssistantPanel from '../../src/console/views/assistant/AssistantPanel.tsx';
import { assistantCommands, assistantScopes } from '../../src/console/views/assistant/assistant.commands.ts';
import { connection, conversation } from '../../src/console/views/assistant/assistant.ts';
import type { ChatAnswer } from '../../src/contract/assistant.ts';
import type { AssistantBrain } from '../../src/contract/entities/assistant-endpoint.ts';
import { shellActorsStub } from './command-context.ts';

export const ASSISTANT_SITE_ID = '400000000000000001';

/** The service's end of the channel, answered by hand. */
export class HandSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: HandSocket | undefined;
  static opened = 0;
  readyState = 0;
  readonly sent: { functionType: string; message: string; metadata: { turn?: number } }[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    HandSocket.last = this;
    HandSocket.opened += 1;
  }
  open() {
    this.readyState = HandSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  answer(responseChunk: string, more: Partial<ChatAnswer> = {}) {
    this.say(JSON.stringify({ responseChunk, functionType: 'ORION', metadata: {}, ...more }));
  }
  /** Turns of questions are given back, as the service does. */
  reply(text: string, { isWhole = true } = {}) {
    const { turn } = this.sent.at(-1)!.metadata;
    this.answer(text, { metadata: { turn } });
    if (isWhole) this.answer('', { functionType: 'MESSAGE_STREAM_ENDED', metadata: { turn } });
  }
}

/** Answers other calls than those of ticket and brain; a `Response` as it is. */
export type AnswerCall = (url: string, request: Request | string) => unknown;

function WithQueries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const EMBEDDED: AssistantBrain = { kind: 'EMBEDDED', host: '', model: '', questionsLeft: 0 };

/** A page with the assistant's commands, whose socket is a `HandSocket`. Undone by `leaveAssistantPage`. */
export async function makeAssistantPage(
  brain: () => AssistantBrain = () => EMBEDDED,
  answerCall: AnswerCall = () => ({}),
): Promise<void> {
  await Promise.all([loadCall('createSocketTicket'), loadCall('getAssistantBrain')]);
  HandSocket.last = undefined;
  HandSocket.opened = 0;
  vi.stubGlobal('WebSocket', HandSocket);
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const url = String(request instanceof Request ? request.url : request);
    if (url.includes('/assistant/brain')) return Response.json({ brain: brain() });
    if (url.includes('ticket')) return Response.json({ ticket: 'one-time', expiresInSeconds: 30 });
    const given = answerCall(url, request);
    return given instanceof Response ? given : Response.json(given);
  });
  selectedSiteId.set(ASSISTANT_SITE_ID);
  installCommands({
    registry: createRegistry(assistantCommands, assistantScopes),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
}

export const showAssistant = () => render(<AssistantPanel />, { wrapper: WithQueries });

/** Ends panel, connection and conversation, so that the next path begins with none. */
export function closeAssistant(): void {
  cleanup();
  conversation.send({ type: 'connection.lost' });
  conversation.send({ type: 'conversation.cleared' });
  connection.send({ type: 'panel.closed' });
  HandSocket.last = undefined;
}

export function leaveAssistantPage(): void {
  closeAssistant();
  vi.unstubAllGlobals();
}

export const assistantField = () => screen.getByLabelText<HTMLTextAreaElement>('Message to the assistant');

/** The connection that was asked for; its ticket comes in some turns. */
export async function awaitSocket(): Promise<HandSocket> {
  for (let turn = 0; turn < 200 && !HandSocket.last; turn += 1) await act(() => Promise.resolve());
  if (!HandSocket.last) throw new Error('no connection');
  return HandSocket.last;
}
