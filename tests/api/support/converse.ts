import { type ChatAnswer, chatAnswerSchema } from '../../../src/contract/assistant.ts';
import { createChatSession } from '../../../src/service/assistant/session.ts';
import type { Principal } from '../../../src/service/auth/permissions.ts';
import { createCallAs } from '../../../src/service/http/in-process.ts';
import type { TestService } from './service.ts';

export const getAdmin = async (api: TestService): Promise<Principal> => {
  const principal = await api.service.services.authenticator.authenticate(new Request('http://127.0.0.1/'));
  if (!principal) throw new Error('nobody');
  return principal;
};

/** What the panel sends with a message. */
export const createChatRequest = (siteId: string, message: string, more: object = {}): string =>
  JSON.stringify({
    siteId,
    functionType: 'ORION',
    message,
    metadata: { turn: 1 },
    sessionId: 's',
    resource: '',
    resourceId: '',
    ...more,
  });

/** A connection of the assistant that was opened with the person's ticket. */
export function openConversation(api: TestService, principal: Principal) {
  const sent: ChatAnswer[] = [];
  const open = () =>
    createChatSession(
      api.service.services,
      principal,
      {
        send: (text) => void sent.push(chatAnswerSchema.parse(JSON.parse(text))),
        close: () => undefined,
        bufferedBytes: () => 0,
      },
      (caller) => createCallAs((request) => api.service.app.fetch(request), caller),
    );
  let session = open();
  let asked = 0;
  const summarize = () => ({
    text: sent.map(({ responseChunk }) => responseChunk).join(''),
    types: [...new Set(sent.map(({ functionType }) => functionType))],
    proposals: sent.flatMap(({ metadata }) => metadata.proposal ?? []),
    steps: sent.flatMap(({ metadata }) => metadata.step ?? []),
    failed: sent.at(-1)?.metadata.failed,
  });
  return {
    sent,
    summarize,
    /** Messages of one connection are limited, so a new one is opened now and then; it knows nothing of before. */
    say: async (message: string, more: object = {}) => {
      if (++asked % 15 === 0) session = open();
      sent.length = 0;
      await session.receive(createChatRequest(api.siteId, message, more));
      return summarize();
    },
    stop: () => session.receive(createChatRequest(api.siteId, '', { functionType: 'ABORT_CHAT' })),
  };
}
