import { expect, test } from 'vitest';
import type { Proposal } from '../../src/contract/assistant.ts';
import type { Made } from './support/change-requests.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
serveManaged(
  (service) => {
    ({ api, made } = service);
  },
  { flags: ['gitOps', 'apiKeys', 'chatAssistantSource', 'chatAssistantTransform'], callsPerMinute: 0 },
);

const ask = async (sentence: string) => {
  const { say } = openConversation(api, await getAdmin(api));
  return say(sentence);
};
/** As the panel does once a person agreed. */
const collect = async ({ call }: Proposal) => {
  if (!('definition' in call)) throw new Error('not a definition');
  const definition = {
    text: call.definition,
    tag: Number(call.ifMatch.replaceAll('"', '')),
    ...(call.id === 'putPipelineDefinition' ? { pipelineId: call.pipelineId } : {}),
  };
  const answer = await api.call('addToChangesetDraft', { body: { siteId: api.siteId, definition } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.changes as { id: string; name: string; change: string; kind: string }[];
};

test('steps for a pipeline of a managed site go into the draft [R1-32, R2.7-01]', async () => {
  const { proposals, text } = await ask('Drop debug from web');
  expect(text).toContain('It goes into your draft of a pull request');
  const [proposal] = proposals;
  expect(proposal).toMatchObject({ draftOf: api.siteId, title: "Change 'web'" });
  expect(proposal?.undo).toBeUndefined();
  expect(await collect(proposal as Proposal)).toMatchObject([
    { id: made.pipelineId, change: 'update', kind: 'PIPELINE' },
  ]);
  const again = await ask('Drop debug from web');
  expect(again.proposals).toEqual([]);
  expect(again.text).toContain("your draft of a pull request has a change of 'web' already");
});

test('a new pipeline with its source joins the draft [R1-32, R2.7-01]', async () => {
  const { proposals } = await ask(
    'Create a pipeline called edge from syslog 5514 to blackhole that drops debug',
  );
  const [proposal] = proposals;
  expect(proposal).toMatchObject({ draftOf: api.siteId });
  const changes = await collect(proposal as Proposal);
  expect(changes.map(({ kind, change }) => `${kind} ${change}`).sort()).toEqual([
    'PIPELINE create',
    'SINK create',
    'SOURCE create',
  ]);
});

test('a deletion is asked for, what runs is acted on at once [R1-32]', async () => {
  const { proposals } = await ask('Delete web');
  expect(proposals[0]).toMatchObject({ draftOf: api.siteId, isDestructive: false });
  const paused = await ask('Pause web');
  expect(paused.proposals[0]?.draftOf).toBeUndefined();
  expect(paused.proposals[0]?.call).toMatchObject({ id: 'runPipelineAction' });
});

test('a site whose repository is elsewhere and not followed is refused as before', async () => {
  const site = {
    id: api.siteId,
    managedByGit: true,
    gitRepo: 'git@example.org:acme/pipes.git',
    gitBranch: 'main',
  };
  await api.call('updateSite', { body: { site }, headers: { 'if-match': '*' } });
  const { proposals, text } = await ask('Drop debug from web');
  expect(proposals).toEqual([]);
  expect(text).toContain('is managed by Git: make this change in');
});
