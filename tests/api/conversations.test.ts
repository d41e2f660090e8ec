import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONVERSATIONS_KEPT } from '../../src/contract/entities/conversation.ts';
import { keepExchange } from '../../src/service/assistant/keep.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const DAY_MS = 86_400_000;

let api: TestService;
beforeEach(async () => {
  api = await startService({ flags: ['chatAssistantSource', 'chatAssistantTransform'], callsPerMinute: 0 });
});
afterEach(() => api.stop());

const list = async () =>
  (await api.call('listConversations', { query: { siteId: api.siteId } })).body.conversations;
const read = (conversationId: string) =>
  api.call('getConversation', { path: { conversationId }, query: { siteId: api.siteId } });
const asAdmin = async () => openConversation(api, await getAdmin(api));

const keep = (userId: string, id: string, now: number) =>
  keepExchange(api.service.services.store, { userId, id, siteId: api.siteId, now }, `question ${id}`, {
    source: 'System',
    message: 'secret reply',
    steps: [],
    links: [],
  });

describe('conversations with the assistant', () => {
  test('are kept with their steps and proposals, and listed newest first', async () => {
    await makeDeployedPipeline(api);
    const { say } = await asAdmin();
    await say('pause web', { sessionId: 'first' });
    await say('list pipelines', { sessionId: 'second' });
    await say('status of web', { sessionId: 'first' });
    expect(await list()).toMatchObject([
      { id: 'first', title: 'pause web', messageCount: 4 },
      { id: 'second', title: 'list pipelines', messageCount: 2 },
    ]);
    const { messages } = (await read('first')).body;
    expect(messages[1]).toMatchObject({ source: 'System', proposal: { title: "Pause 'web'" } });
    expect(messages[3].steps).toEqual(["Read the health and the totals of 'web'"]);
  });

  test('keep what became of a proposal, for its undo after a reload [R1-26]', async () => {
    await makeDeployedPipeline(api);
    const { say } = await asAdmin();
    const [proposal] = (await say('pause web', { sessionId: 'first' })).proposals;
    const tell = (outcome: object, sessionId = 'first') =>
      say('', { functionType: 'NONE', sessionId, metadata: { outcome } });
    const outcomes = async () =>
      (await read('first')).body.messages.map(({ outcome }: { outcome?: object }) => outcome);
    expect(proposal?.id).toMatch(/^[0-9a-f-]{36}$/);
    await tell({ proposalId: 'another', state: 'rejected' });
    await tell({ proposalId: proposal?.id, state: 'believed' });
    await tell({ proposalId: proposal?.id, state: 'rejected' }, 'second');
    expect(await outcomes()).toEqual([undefined, undefined]);
    const applied = { etag: '"4"', entries: [] };
    await tell({ proposalId: proposal?.id, state: 'applied', applied });
    expect(await outcomes()).toEqual([undefined, { state: 'applied', applied }]);
    await say('list pipelines', { sessionId: 'first' });
    expect((await outcomes())[1]).toEqual({ state: 'applied', applied });
    await tell({ proposalId: proposal?.id, state: 'undone' });
    expect((await outcomes())[1]).toEqual({ state: 'undone' });
    expect((await list())[0].messageCount).toBe(4);
  });

  test("are searched by the words in them, one's own alone", async () => {
    const { id } = (await getAdmin(api)).user;
    const now = api.service.services.clock();
    await keep(id, 'one', now);
    await keep(id, 'two', now + 1);
    await keep('900000000000000009', 'theirs', now);
    const search = async (text: string) =>
      (await api.call('listConversations', { query: { siteId: api.siteId, text } })).body.conversations;
    expect(await search('QUESTION one')).toMatchObject([{ id: 'one', excerpt: 'question one' }]);
    expect((await search('reply')).map((found: { id: string }) => found.id)).toEqual(['two', 'one']);
    expect(await search('theirs')).toEqual([]);
    for (const text of ['', 'x'.repeat(201)])
      expect((await api.call('listConversations', { query: { siteId: api.siteId, text } })).status).toBe(400);
  });

  test('are deleted by their person, and the audit does not tell what was said', async () => {
    const { say } = await asAdmin();
    await say('my private question', { sessionId: 'first' });
    const path = { conversationId: 'first' };
    expect((await api.call('deleteConversation', { path })).status).toBe(200);
    expect([(await read('first')).status, await list()]).toEqual([404, []]);
    const audit = (await api.call('listAuditRecords')).body;
    expect(audit.auditRecords[0].action).toBe('Delete conversation');
    expect(JSON.stringify(audit)).not.toContain('private');
  });

  test('conversations of others do not exist, for administrators neither', async () => {
    await keep('900000000000000009', 'theirs', api.service.services.clock());
    expect(await list()).toEqual([]);
    expect((await read('theirs')).status).toBe(404);
    expect((await api.call('deleteConversation', { path: { conversationId: 'theirs' } })).status).toBe(404);
    // The same id of another person is another conversation.
    const { say } = await asAdmin();
    await say('mine', { sessionId: 'theirs' });
    expect(JSON.stringify((await read('theirs')).body)).not.toContain('secret reply');
  });

  test('about a site that one may not read are not shown', async () => {
    const { say } = await asAdmin();
    await say('hello', { sessionId: 'first' });
    const query = { siteId: '400000000000000099' };
    expect((await api.call('listConversations', { query })).body.conversations ?? []).toEqual([]);
    const path = { conversationId: 'first' };
    expect((await api.call('getConversation', { path, query })).status).toBe(404);
  });

  test('are forgotten beyond a number and an age', async () => {
    const { id } = (await getAdmin(api)).user;
    const now = api.service.services.clock();
    await keep(id, 'old', now - 91 * DAY_MS);
    for (let at = 0; at < CONVERSATIONS_KEPT + 2; at++) await keep(id, `c${at}`, now + at);
    const kept = (await list()).map((one: { id: string }) => one.id);
    expect(kept).toHaveLength(CONVERSATIONS_KEPT);
    expect(kept).not.toEqual(expect.arrayContaining(['old']));
    expect([kept[0], kept.at(-1)]).toEqual([`c${CONVERSATIONS_KEPT + 1}`, 'c2']);
  });

  test('go with the account', async () => {
    const user = { name: 'Grace', email: 'grace@example.org', roleIds: ['viewer'] };
    const userId: string = (await api.call('createUser', { body: { user } })).body.id;
    await keep(userId, 'theirs', api.service.services.clock());
    await api.call('deleteUser', { path: { userId }, headers: { 'if-match': '*' } });
    const { conversations } = api.service.services.store;
    expect(await conversations.find(userId, 'theirs')).toBeUndefined();
  });

  test('a long one keeps its newest messages', async () => {
    const { id } = (await getAdmin(api)).user;
    for (let at = 0; at < 55; at++) await keep(id, 'long', at + api.service.services.clock());
    expect((await read('long')).body.messages).toHaveLength(100);
  });
});
