import type { TestService } from './service.ts';

/** A conversation of whoever the headers are of. */
export async function insertConversation(
  api: TestService,
  siteId: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { user } = (await api.call('getSession', { headers })).body;
  await api.service.services.store.conversations.put({
    user_id: user.id,
    id: 'kept',
    site_id: siteId,
    title: 'hello',
    messages: '[]',
    message_count: 0,
    created_at: 0,
    updated_at: 0,
  });
  return 'kept';
}
