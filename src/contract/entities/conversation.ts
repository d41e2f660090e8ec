import * as z from 'zod/mini';
import { appliedSchema, chatLinkSchema, PROPOSAL_OUTCOMES, proposalSchema } from '../assistant.ts';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** Per person; older ones are deleted. */
export const CONVERSATIONS_KEPT = 50;
export const CONVERSATION_DAYS_KEPT = 90;
/** Per conversation; the oldest are deleted. */
export const CONVERSATION_MESSAGES_KEPT = 100;

export const conversationIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

export const keptMessageSchema = z.object({
  /** `System` is the assistant. */
  source: z.enum(['User', 'System']),
  message: z.string(),
  steps: z.array(z.string()),
  links: z.array(chatLinkSchema),
  proposal: z.optional(proposalSchema),
  outcome: z.optional(z.object({ state: z.enum(PROPOSAL_OUTCOMES), applied: z.optional(appliedSchema) })),
  failure: z.optional(z.string()),
});
export type KeptMessage = z.output<typeof keptMessageSchema>;

export const conversationSummarySchema = z.object({
  id: conversationIdSchema,
  siteId: idSchema('site'),
  title: z.string(),
  messageCount: z.int(),
  /** Searches only: newest message with all words, around the first of them. */
  excerpt: z.optional(z.string()),
  updatedAt: timeSchema,
});
export type ConversationSummary = z.output<typeof conversationSummarySchema>;
