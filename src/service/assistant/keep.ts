import * as z from 'zod/mini';
import type { Outcome } from '../../contract/assistant.ts';
import {
  CONVERSATION_DAYS_KEPT,
  CONVERSATION_MESSAGES_KEPT,
  CONVERSATIONS_KEPT,
  type KeptMessage,
  keptMessageSchema,
} from '../../contract/entities/conversation.ts';
import type { Store } from '../store/index.ts';
import type { Memory } from './answer.ts';
import type { Part } from './tools.ts';

const TITLE_MAX_LENGTH = 80;
const MESSAGES_MAX_LENGTH = 500_000;
const DAY_MS = 86_400_000;

const storedSchema = z.array(keptMessageSchema);

export function parseMessages(text: string): KeptMessage[] {
  return storedSchema.safeParse(JSON.parse(text)).data ?? [];
}

export const createReply = (): KeptMessage => ({ source: 'System', message: '', steps: [], links: [] });

/** Adds a part of an answer, as the console does. */
export function addPart(reply: KeptMessage, { text = '', metadata = {} }: Part): void {
  const { step, links = [], proposal } = metadata;
  reply.message += text;
  if (step !== undefined) reply.steps.push(step);
  reply.links.push(...links);
  if (proposal) reply.proposal = proposal;
}

const toTitle = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX_LENGTH);

function cutMessages(messages: readonly KeptMessage[]): { text: string; count: number } {
  let kept = messages.slice(-CONVERSATION_MESSAGES_KEPT);
  let text = JSON.stringify(kept);
  while (text.length > MESSAGES_MAX_LENGTH && kept.length > 2) {
    kept = kept.slice(2);
    text = JSON.stringify(kept);
  }
  return { text, count: kept.length };
}

type Place = { userId: string; id: string; siteId: string; now: number };

export async function keepExchange(
  store: Store,
  { userId, id, siteId, now }: Place,
  question: string,
  reply: KeptMessage,
): Promise<void> {
  await store.transaction(async ({ conversations }) => {
    const row = await conversations.find(userId, id);
    const asked: KeptMessage = { source: 'User', message: question, steps: [], links: [] };
    const { text, count } = cutMessages([...(row ? parseMessages(row.messages) : []), asked, reply]);
    await conversations.put({
      user_id: userId,
      id,
      site_id: siteId,
      title: row?.title ?? toTitle(question),
      messages: text,
      message_count: count,
      created_at: row?.created_at ?? now,
      updated_at: now,
    });
    await conversations.trim(userId, CONVERSATIONS_KEPT, now - CONVERSATION_DAYS_KEPT * DAY_MS);
  });
}

export function addOutcome(reply: KeptMessage, { proposalId, state, applied }: Outcome): void {
  if (reply.proposal?.id === proposalId) reply.outcome = { state, ...(applied ? { applied } : {}) };
}

/** Stores an outcome in one of the person's conversations; others are ignored. */
export async function keepOutcome(
  store: Store,
  { userId, id }: Pick<Place, 'userId' | 'id'>,
  outcome: Outcome,
): Promise<void> {
  await store.transaction(async ({ conversations }) => {
    const row = await conversations.find(userId, id);
    const messages = row ? parseMessages(row.messages) : [];
    const reply = messages.find(({ proposal }) => proposal?.id === outcome.proposalId);
    if (!row || !reply) return;
    addOutcome(reply, outcome);
    const { text, count } = cutMessages(messages);
    await conversations.put({ ...row, messages: text, message_count: count });
  });
}

const TURNS_READ = 12;
const TURN_MAX_LENGTH = 4000;

export async function readTurns(store: Store, userId: string, id: string): Promise<Memory['turns']> {
  const row = await store.conversations.find(userId, id);
  return (row ? parseMessages(row.messages) : [])
    .filter(({ message }) => message !== '')
    .slice(-TURNS_READ)
    .map(({ source, message }) => ({
      role: source === 'User' ? ('user' as const) : ('assistant' as const),
      content: message.slice(0, TURN_MAX_LENGTH),
    }));
}
