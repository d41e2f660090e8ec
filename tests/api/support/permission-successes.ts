import type { CallId } from '../../../src/contract/calls/index.ts';
import { createSilenceBody, insertAlertSilence, RULE } from './alert-rows.ts';
import type { CanaryWorld } from './canaries.ts';
import { createDescriptionBody, moveBase, toDraftBody, whileManaged } from './change-requests.ts';
import { insertConversation } from './conversations.ts';
import { insertDashboard } from './dashboards.ts';
import { createDraftChain, sink, source, transform } from './draft.ts';
import { insertConnectedAgent, insertFailedAgent, insertFleet } from './fleet-rows.ts';
import { whileFollowing } from './followed.ts';
import { insertHydration, makeHydratable } from './hydration-rows.ts';
import { insertReport } from './report-rows.ts';
import { insertSavedQuery } from './saved-queries.ts';
import type { Answer, TestService } from './service.ts';
import { buildCallParts } from './two-sites.ts';
import { replace, upload } from './upload.ts';

type Headers = Record<string, string>;
type Sent = { sent: string; answer: Answer };
/** Carries a call out as its caller, on things that the administrator makes for it. */
type Carry = (api: TestService, world: CanaryWorld, headers: Headers) => Promise<Sent>;

let spare = 0;

async function makeSpareSample(api: TestService, { pipelineId }: CanaryWorld): Promise<string> {
  spare += 1;
  const sample = { pipelineId, name: `spare ${spare}`, description: '', events: ['{}'] };
  return (await api.call('createSample', { body: { sample } })).body.id;
}

async function makeSpareFile(api: TestService, { siteId }: CanaryWorld): Promise<string> {
  spare += 1;
  const fields = { name: `spare-${spare}.txt`, assetType: 'DATA', siteIds: [siteId] };
  return (await upload(api, fields, 'x')).body.id;
}

const sendBody =
  (id: CallId, makeBody: (world: CanaryWorld) => object): Carry =>
  async (api, world, headers) => {
    const body = makeBody(world);
    const parts = buildCallParts(id, world, { headers });
    return { sent: JSON.stringify(body), answer: await api.call(id, { ...parts, body }) };
  };

/** Of an export that the caller began. */
const withLogExport =
  (id: 'getLogExport' | 'downloadLogExport' | 'cancelLogExport'): Carry =>
  async (api, world, headers) => {
    const begun = await api.call('startLogExport', buildCallParts('startLogExport', world, { headers }));
    const exportId: string = begun.body.export.id;
    const path = { siteId: world.siteId, exportId };
    const answer = await api.call(id, { path, headers });
    // Few may be under way at once.
    await api.call('cancelLogExport', { path, headers });
    return { sent: exportId, answer };
  };

/** The administrator raises a request; the caller then does something with it. */
const withRequest =
  (
    id: CallId,
    toParts: (
      pullRequestId: string,
      world: CanaryWorld,
      api: TestService,
      headers: Record<string, string>,
    ) => object | Promise<object>,
  ): Carry =>
  (api, world, headers) =>
    whileManaged(api, world.siteId, async () => {
      spare += 1;
      const body = await createDescriptionBody(api, world, `spare request ${spare}`);
      const pullRequestId: string = (await api.call('createChangeset', { body })).body.id;
      const answer = await api.call(id, { ...(await toParts(pullRequestId, world, api, headers)), headers });
      return { sent: JSON.stringify([pullRequestId, body]), answer };
    });

/** What a caller does who is let through: each ends with 200, and what it made is of use to nobody else. */
export const SUCCESSES: Partial<Record<CallId, Carry>> = {
  createExamplePipeline: sendBody('createExamplePipeline', ({ siteId }) => ({ siteId })),
  deleteSample: async (api, world, headers) => {
    const sampleId = await makeSpareSample(api, world);
    return { sent: sampleId, answer: await api.call('deleteSample', { path: { sampleId }, headers }) };
  },
  deleteAlertRule: async (api, { siteId }, headers) => {
    spare += 1;
    const alertRule = { ...RULE, siteId, name: `spare rule ${spare}` };
    const alertRuleId: string = (await api.call('createAlertRule', { body: { alertRule } })).body.id;
    const answer = await api.call('deleteAlertRule', { path: { alertRuleId }, headers });
    return { sent: alertRuleId, answer };
  },
  deleteFleet: async (api, { siteId }, headers) => {
    const { fleetId } = await insertFleet(api, siteId);
    return { sent: fleetId, answer: await api.call('deleteFleet', { path: { fleetId }, headers }) };
  },
  deleteAgent: async (api, { siteId }, headers) => {
    const { agentId } = await insertFleet(api, siteId);
    return { sent: agentId, answer: await api.call('deleteAgent', { path: { agentId }, headers }) };
  },
  rotateAgentCredential: async (api, { siteId }, headers) => {
    const agentId = await insertConnectedAgent(api, siteId);
    return { sent: agentId, answer: await api.call('rotateAgentCredential', { path: { agentId }, headers }) };
  },
  restartAgent: async (api, { siteId }, headers) => {
    const agentId = await insertConnectedAgent(api, siteId);
    return { sent: agentId, answer: await api.call('restartAgent', { path: { agentId }, headers }) };
  },
  retryAgent: async (api, { siteId }, headers) => {
    const agentId = await insertFailedAgent(api, siteId);
    return { sent: agentId, answer: await api.call('retryAgent', { path: { agentId }, headers }) };
  },
  deleteConfiguration: async (api, { siteId }, headers) => {
    const { configurationId } = await insertFleet(api, siteId);
    const answer = await api.call('deleteConfiguration', { path: { configurationId }, headers });
    return { sent: configurationId, answer };
  },
  rotateFleetToken: async (api, { siteId }, headers) => {
    const { tokenId } = await insertFleet(api, siteId);
    const answer = await api.call('rotateFleetToken', { path: { tokenId }, body: {}, headers });
    return { sent: tokenId, answer };
  },
  revokeFleetToken: async (api, { siteId }, headers) => {
    const { tokenId } = await insertFleet(api, siteId);
    return { sent: tokenId, answer: await api.call('revokeFleetToken', { path: { tokenId }, headers }) };
  },
  startRollout: async (api, { siteId }, headers) => {
    const { fleetId, configurationId } = await insertFleet(api, siteId);
    const body = { rollout: { configurationId } };
    const answer = await api.call('startRollout', { path: { fleetId }, body, headers });
    return { sent: JSON.stringify([fleetId, body]), answer };
  },
  startRolloutNow: async (api, { siteId }, headers) => {
    const { rolloutId } = await insertFleet(api, siteId);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING' });
    const answer = await api.call('startRolloutNow', { path: { rolloutId }, headers });
    return { sent: rolloutId, answer };
  },
  pauseRollout: async (api, { siteId }, headers) => {
    const { rolloutId } = await insertFleet(api, siteId);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING' });
    const answer = await api.call('pauseRollout', { path: { rolloutId }, headers });
    return { sent: rolloutId, answer };
  },
  resumeRollout: async (api, { siteId }, headers) => {
    const { rolloutId } = await insertFleet(api, siteId);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING', is_paused: 1 });
    const answer = await api.call('resumeRollout', { path: { rolloutId }, headers });
    return { sent: rolloutId, answer };
  },
  cancelRollout: async (api, { siteId }, headers) => {
    const { rolloutId } = await insertFleet(api, siteId);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'ROLLING_OUT' });
    const answer = await api.call('cancelRollout', { path: { rolloutId }, headers });
    return { sent: rolloutId, answer };
  },
  deleteQuery: async (api, { siteId }, headers) => {
    const queryId = await insertSavedQuery(api, siteId);
    return { sent: queryId, answer: await api.call('deleteQuery', { path: { queryId }, headers }) };
  },
  getConversation: async (api, { siteId }, headers) => {
    const path = { conversationId: await insertConversation(api, siteId, headers) };
    return { sent: '', answer: await api.call('getConversation', { path, query: { siteId }, headers }) };
  },
  deleteConversation: async (api, { siteId }, headers) => {
    const path = { conversationId: await insertConversation(api, siteId, headers) };
    return { sent: '', answer: await api.call('deleteConversation', { path, headers }) };
  },
  deleteDashboard: async (api, { siteId }, headers) => {
    const dashboardId = await insertDashboard(api, siteId);
    return {
      sent: dashboardId,
      answer: await api.call('deleteDashboard', { path: { dashboardId }, headers }),
    };
  },
  deleteReport: async (api, { siteId }, headers) => {
    const reportId = await insertReport(api, siteId);
    const answer = await api.call('deleteReport', { path: { reportId }, headers });
    return { sent: reportId, answer };
  },
  runReport: async (api, { siteId }, headers) => {
    const reportId = await insertReport(api, siteId);
    const answer = await api.call('runReport', { path: { reportId }, headers });
    return { sent: reportId, answer };
  },
  updateAlertSilence: async (api, { siteId }, headers) => {
    const id = await insertAlertSilence(api, siteId);
    const { siteId: _site, ...alertSilence } = createSilenceBody(
      siteId,
      api.service.services.clock(),
    ).alertSilence;
    const parts = { path: { alertSilenceId: id }, body: { alertSilence }, headers };
    return { sent: id, answer: await api.call('updateAlertSilence', parts) };
  },
  endAlertSilence: async (api, { siteId }, headers) => {
    const alertSilenceId = await insertAlertSilence(api, siteId);
    const answer = await api.call('endAlertSilence', { path: { alertSilenceId }, headers });
    return { sent: alertSilenceId, answer };
  },
  createChangeset: (api, world, headers) =>
    whileManaged(api, world.siteId, async () => {
      spare += 1;
      const body = await createDescriptionBody(api, world, `spare request ${spare}`);
      return { sent: JSON.stringify(body), answer: await api.call('createChangeset', { body, headers }) };
    }),
  addToChangesetDraft: (api, world, headers) =>
    whileManaged(api, world.siteId, async () => {
      spare += 1;
      const body = toDraftBody(await createDescriptionBody(api, world, `spare change ${spare}`));
      return { sent: JSON.stringify(body), answer: await api.call('addToChangesetDraft', { body, headers }) };
    }),
  getChangesetDraftContent: async (api, { siteId, pipelineId }, headers) => {
    const content = JSON.stringify({
      asked: { pipeline: { id: pipelineId, name: 'web' }, graph: { version: 1, edges: {} } },
      nodes: [],
    });
    const row = { site_id: siteId, entity_id: pipelineId, kind: 'PIPELINE', change: 'update', name: 'web' };
    const asking = await api.service.services.authenticator.authenticate(
      new Request('http://localhost/', { headers }),
    );
    const user_id = asking?.user.id ?? '';
    await api.store.changesetDrafts.put({ ...row, user_id, content, updated_at: 1 });
    const query = { siteId, draftChangeId: pipelineId };
    return { sent: content, answer: await api.call('getChangesetDraftContent', { query, headers }) };
  },
  deleteChangesetDraft: async (api, { siteId }, headers) => ({
    sent: siteId,
    answer: await api.call('deleteChangesetDraft', { query: { siteId }, headers }),
  }),
  deleteChangeset: withRequest('deleteChangeset', (pullRequestId) => ({ path: { pullRequestId } })),
  approveChangeset: withRequest('approveChangeset', async (pullRequestId, _, api) => ({
    path: { pullRequestId },
    body: { commit: (await api.store.changesets.find(pullRequestId))?.head_commit },
  })),
  withdrawApproval: withRequest('withdrawApproval', async (pullRequestId, _, api, headers) => {
    const path = { pullRequestId };
    const commit = (await api.store.changesets.find(pullRequestId))?.head_commit;
    await api.call('approveChangeset', { path, body: { commit }, headers });
    return { path };
  }),
  getPullRequestChecks: withRequest('getPullRequestChecks', (pullRequestId) => ({ path: { pullRequestId } })),
  revertChangeset: withRequest('revertChangeset', async (pullRequestId, _, api) => {
    await api.call('mergeChangeset', { path: { pullRequestId } });
    await api.service.services.lifecycle.settled();
    return { path: { pullRequestId } };
  }),
  rebaseChangeset: withRequest('rebaseChangeset', async (pullRequestId, { pipelineId }, api) => {
    await moveBase(api, pullRequestId, pipelineId);
    return { path: { pullRequestId }, body: {} };
  }),
  syncSite: (api, { siteId }, headers) =>
    whileFollowing(api, siteId, async () => {
      const parts = { path: { siteId }, body: {}, headers };
      return { sent: '{}', answer: await api.call('syncSite', parts) };
    }),
  testSiteRepository: (api, { siteId }, headers) =>
    whileFollowing(api, siteId, async () => {
      const answer = await api.call('testSiteRepository', { path: { siteId }, headers });
      return { sent: '{}', answer };
    }),
  mergeChangeset: withRequest('mergeChangeset', (pullRequestId) => ({ path: { pullRequestId } })),
  getPullRequestDetails: withRequest('getPullRequestDetails', (pullRequestId, { siteId }) => ({
    query: { siteId, pullRequestId },
  })),
  stopCapture: async (api, world, headers) => {
    const { pipelineId, sourceId: componentId } = world;
    const asked = { pipelineId, componentId, limit: 1, seconds: 60, startedBy: 'test' };
    const { id: captureId } = api.service.services.captures.start(asked);
    return { sent: captureId, answer: await api.call('stopCapture', { path: { captureId }, headers }) };
  },
  createAsset: async (api, { siteId }, headers) => {
    spare += 1;
    const fields = { name: `sent-${spare}.txt`, assetType: 'DATA', siteIds: [siteId] };
    return { sent: JSON.stringify(fields), answer: await upload(api, fields, 'x', { headers }) };
  },
  replaceAsset: async (api, world, headers) => {
    const id = await makeSpareFile(api, world);
    return { sent: id, answer: await replace(api, { id }, 'other', { headers }) };
  },
  getLogCount: async (api, world, headers) => {
    const begun = await api.call('startLogCount', buildCallParts('startLogCount', world, { headers }));
    const countId: string = begun.body.count.id;
    const path = { siteId: world.siteId, countId };
    return { sent: countId, answer: await api.call('getLogCount', { path, headers }) };
  },
  getLogExport: withLogExport('getLogExport'),
  downloadLogExport: withLogExport('downloadLogExport'),
  cancelLogExport: withLogExport('cancelLogExport'),
  deleteHydration: async (api, world, headers) => {
    const id = await insertHydration(api, world);
    return { sent: id, answer: await api.call('deleteHydration', { path: { id }, headers }) };
  },
  startHydrationEstimate: async (api, { siteId }, headers) => {
    const body = { hydration: await makeHydratable(api, siteId) };
    const answer = await api.call('startHydrationEstimate', { body, headers });
    return { sent: JSON.stringify(body), answer };
  },
  getHydrationEstimate: async (api, { siteId }, headers) => {
    const body = { hydration: await makeHydratable(api, siteId) };
    const begun = await api.call('startHydrationEstimate', { body, headers });
    const path = { siteId, estimateId: begun.body.estimate.id };
    return { sent: path.estimateId, answer: await api.call('getHydrationEstimate', { path, headers }) };
  },
  previewHydration: async (api, { siteId }, headers) => {
    const body = { hydration: await makeHydratable(api, siteId) };
    return { sent: JSON.stringify(body), answer: await api.call('previewHydration', { body, headers }) };
  },
  previewPipeline: sendBody('previewPipeline', ({ siteId, pipelineId, sampleId, transformId, port }) => ({
    siteId,
    pipelineId,
    graph: createDraftChain({
      in: source('tcp', { port }),
      [transformId]: transform('remove_fields', { fields: ['none'] }),
      out: sink('blackhole'),
    }),
    sampleId,
  })),
  testPattern: sendBody('testPattern', () => ({ kind: 'pattern', pattern: 'a', samples: ['a'] })),
  suggestSteps: sendBody('suggestSteps', () => ({ events: ['a=1 b=2'] })),
  runSampleTests: sendBody('runSampleTests', ({ pipelineId }) => ({ pipelineId, graphVersion: 1 })),
  testSource: sendBody('testSource', ({ siteId, port }) => ({
    source: { siteId, templateId: 'tcp', config: { port: port + 50 } },
  })),
  testSink: sendBody('testSink', ({ siteId }) => ({
    sink: { siteId, templateId: 'blackhole', config: {} },
    events: ['{}'],
  })),
};
