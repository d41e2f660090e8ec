import * as z from 'zod/mini';
import { appliedSchema, chatLinkSchema, PROPOSAL_OUTCOMES, proposalSchema } from '../assistant.ts';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** Of each person; older ones are forgotten. */
export const CONVERSATIONS_KEPT = 50;
export const CONVERSATION_DAYS_KEPT = 90;
/** Messages of one conversation; the first ones are forgotten. */
export const CONVERSATION_MESSAGES_KEPT = 100;

/** Chosen by whoever begins it. */
export const conversationIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** A message as it was said, with what became of its proposal. */
export const keptMessageSchema = z.object({
  /** `System` is the assistant. */
  source: z.enum(['User', 'System']),
  message: z.string(),
  steps: z.array(z.string()),
  links: z.array(chatLinkSchema),
  proposal: z.optional(proposalSchema),
  /** What the person did with the proposal; absent until they decide. */
  outcome: z.optional(z.object({ state: z.enum(PROPOSAL_OUTCOMES), applied: z.optional(appliedSchema) })),
  failure: z.optional(z.string()),
});
export type KeptMessage = z.output<typeof keptMessageSchema>;

export const conversationSummarySchema = z.object({
  id: conversationIdSchema,
  siteId: idSchema('site'),
  /** The beginning of its first message. */
  title: z.string(),
  messageCount: z.int(),
  /** Of a search: the newest message that has all its words, around the first of them. */
  excerpt: z.optional(z.string()),
  updatedAt: timeSchema,
});
export type ConversationSummary = z.output<typeof conversationSummarySchema>;
