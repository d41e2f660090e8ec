import * as z from 'zod/mini';
import {
  conversationIdSchema,
  conversationSummarySchema,
  keptMessageSchema,
} from '../entities/conversation.ts';
import { idSchema } from '../ids.ts';
import { CONVERSATION_SEARCH_MAX_LENGTH } from '../limits.ts';
import { type CallAccess, defineCall, reads } from './define.ts';

const session = { kind: 'session' } satisfies CallAccess;
const pathParameters = z.strictObject({ conversationId: conversationIdSchema });

/** People, administrators included, see only their own. */
export const conversationCalls = {
  listConversations: defineCall({
    method: 'GET',
    path: '/v1/assistant/conversations',
    summary:
      'Your conversations with the assistant about a site, newest first; with `text` those of which a message has all its words.',
    access: reads('PIPELINES'),
    forPeople: true,
    query: z.strictObject({
      siteId: idSchema('site'),
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(CONVERSATION_SEARCH_MAX_LENGTH))),
    }),
    response: z.object({ conversations: z.array(conversationSummarySchema) }),
  }),
  getConversation: defineCall({
    method: 'GET',
    path: '/v1/assistant/conversation/{conversationId}',
    summary: 'One of your conversations with the assistant about a site.',
    access: reads('PIPELINES'),
    forPeople: true,
    pathParameters,
    query: z.strictObject({ siteId: idSchema('site') }),
    response: z.object({ conversation: conversationSummarySchema, messages: z.array(keptMessageSchema) }),
  }),
  deleteConversation: defineCall({
    method: 'DELETE',
    path: '/v1/assistant/conversation/{conversationId}',
    summary: 'Delete one of your conversations with the assistant.',
    access: session,
    forPeople: true,
    pathParameters,
    response: z.object({}),
  }),
};
