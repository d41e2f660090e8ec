import type { ConversationSummary } from '../../contract/entities/conversation.ts';
import { parseMessages } from '../assistant/keep.ts';
import { findExcerpt, splitSearch } from '../assistant/search-messages.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound } from '../require.ts';
import type { ConversationRow } from '../store/schema.ts';

const toSummary = ({
  id,
  site_id,
  title,
  message_count,
  updated_at,
}: Omit<ConversationRow, 'user_id' | 'messages' | 'created_at'>): ConversationSummary => ({
  id,
  siteId: site_id,
  title,
  messageCount: Number(message_count),
  updatedAt: formatTime(Number(updated_at)),
});

export const conversationHandlers = {
  listConversations: async ({ query, tx, principal }) => {
    const { id } = principal.user;
    const rows = await tx.conversations.list(id, query.siteId);
    const { text } = query;
    if (text === undefined) return { conversations: rows.map(toSummary) };
    const words = splitSearch(text);
    const found: ConversationSummary[] = [];
    // One at a time: each may be long.
    for (const row of rows) {
      const whole = await tx.conversations.find(id, row.id);
      const excerpt = whole && findExcerpt(parseMessages(whole.messages), words);
      if (excerpt !== undefined) found.push({ ...toSummary(row), excerpt });
    }
    return { conversations: found };
  },
  getConversation: async ({ path, query, tx, principal }) => {
    const row = await tx.conversations.find(principal.user.id, path.conversationId);
    // Answers name things of their site, which this person may read.
    if (row?.site_id !== query.siteId) throw notFound('conversation', path.conversationId);
    return { conversation: toSummary(row), messages: parseMessages(row.messages) };
  },
  deleteConversation: async ({ path, tx, principal }) => {
    const { id } = principal.user;
    if (!(await tx.conversations.find(id, path.conversationId)))
      throw notFound('conversation', path.conversationId);
    await tx.conversations.delete(id, path.conversationId);
    return {};
  },
} satisfies Pick<Handlers, 'listConversations' | 'getConversation' | 'deleteConversation'>;
