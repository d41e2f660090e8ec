import type { DeadLetter } from '../../../src/engine/port.ts';
import { makeJoinedSite, makeKey, makeRole, makeSite } from './access.ts';
import { createSilenceBody, insertAlertEvent, insertAlertSilence, RULE } from './alert-rows.ts';
import { ENDPOINT_OFF } from './assistant-endpoint.ts';
import { createDescriptionBody, manage, toDraftBody } from './change-requests.ts';
import { insertChangeset } from './changeset-rows.ts';
import { insertConversation } from './conversations.ts';
import { DASHBOARD, insertDashboard } from './dashboards.ts';
import { WEB } from './exchange.ts';
import { makeLetter } from './fake-letters.ts';
import {
  createGraphBody,
  makeConnections,
  makeDeployedPipeline,
  makePipeline,
  makeSavedPipeline,
} from './fixtures.ts';
import { insertConnectedAgent, insertFailedAgent, insertFleet } from './fleet-rows.ts';
import { COLLECTOR } from './fleets.ts';
import { followFrom } from './followed.ts';
import { insertHydration, makeHydratable } from './hydration-rows.ts';
import { createReportBody, insertReport } from './report-rows.ts';
import { insertSavedQuery, QUERY } from './saved-queries.ts';
import type { Answer, CallParts, TestService } from './service.ts';
import { createSession, createSsoSettings } from './sign-in.ts';
import { HOSTS_CSV, replace, upload, uploadTable } from './upload.ts';

/** Returns the parts of a call that changes something, or a function that makes it. */
export type Change = (api: TestService) => Promise<CallParts | (() => Promise<Answer>)>;

const createWithArchive = async (api: TestService) => {
  const { siteId } = api;
  const { sourceId } = await makeConnections(api);
  const config = { path: '/tmp/penstock-test-output/archive.ndjson' };
  const { body } = await api.call('createSink', {
    body: { sink: { name: 'Archive', siteId, templateId: 'file', config } },
  });
  return { siteId, sourceId, sinkId: body.id as string };
};

const SITE = { name: 'Paris', description: 'By the river', vendor: 'AWS' };
const ROLE = { name: 'Night shift', description: 'By night', grants: [], siteIds: [] };
const USER = { name: 'Ada', email: 'ada@example.org', roleIds: ['viewer'] };
const createTransform = (pipelineId: string) => ({
  name: 'Parse',
  templateId: 'parse_json',
  config: {},
  pipelineId,
});
const withUser = async (api: TestService): Promise<string> =>
  (await api.call('createUser', { body: { user: USER } })).body.id;

const withRule = async (api: TestService): Promise<string> =>
  (await api.call('createAlertRule', { body: { alertRule: { ...RULE, siteId: api.siteId } } })).body.id;

const CHANNEL = { name: 'ops', type: 'WEBHOOK', config: { url: 'https://hooks.example.org' } };
const withChannel = async (api: TestService): Promise<string> =>
  (await api.call('createAlertChannel', { body: { alertChannel: CHANNEL } })).body.id;
/** On the site of the test, which then keeps its own repository. */
const createManagedBody = async (api: TestService) => {
  const { pipelineId } = await makeDeployedPipeline(api);
  await manage(api);
  return createDescriptionBody(api, { pipelineId, siteId: api.siteId }, 'By request');
};

const createRequest = async (api: TestService) => {
  const body = await createManagedBody(api);
  const pullRequestId: string = (await api.call('createChangeset', { body })).body.id;
  return { pullRequestId, pipelineId: body.pipelines[0]?.pipeline.id ?? '' };
};

const createWithSample = async (api: TestService) => {
  const { pipelineId } = await makeSavedPipeline(api);
  const { body } = await api.call('createSample', {
    body: { sample: { pipelineId, name: 'morning', events: ['a'] } },
  });
  return body.id as string;
};

/** A dead letter of a deployed pipeline. */
const addLetter = async (api: TestService): Promise<DeadLetter> => {
  const { pipelineId, transformId } = await makeDeployedPipeline(api);
  const letter = makeLetter({ pipelineId, componentId: transformId });
  api.engine.letters.held.push(letter);
  return letter;
};

const createWithError = async (api: TestService) => {
  const { pipelineId, transformId } = await makeDeployedPipeline(api);
  const at = api.service.services.clock();
  const problem = { errorName: 'PARSE_FAILED', message: 'Failed', causes: [], resolutions: [] };
  const place = { pipelineId, componentId: transformId, nodeId: transformId };
  api.engine.report({
    type: 'errors',
    errors: [{ ...problem, ...place, level: 'ERROR', count: 1, lastAt: at, exampleEvent: 'x' }],
  });
  await api.service.services.analytics.flush();
  return { siteId: api.siteId, componentIds: [transformId] };
};

export const changingCalls = {
  createPipeline: async ({ siteId }) => ({ body: { pipeline: { name: 'web', siteId } } }),
  createExamplePipeline: async ({ siteId }) => ({ body: { siteId } }),
  updatePipeline: async (api) => ({
    body: { pipeline: { id: await makePipeline(api), description: 'What the site says' } },
  }),
  saveGraph: async (api) => {
    const { pipelineId, sourceId, sinkId } = await makeSavedPipeline(api);
    return { body: createGraphBody(pipelineId, { [sourceId]: { nodeIds: [sinkId] } }) };
  },
  runPipelineAction: async (api) => ({
    body: { pipelineId: (await makeSavedPipeline(api)).pipelineId, action: 'DEPLOY', graphVersion: 1 },
  }),
  setSavingPrice: async ({ siteId }) => ({
    path: { siteId },
    body: { savingPrice: { pricePerGigabyte: 0.25, currency: 'EUR' } },
  }),
  updatePreferences: async () => ({ body: { preferences: { characterKeys: false } } }),
  createAsset: async (api) => () => upload(api, { name: 'hosts.csv', assetType: 'LOOK_UP_DATA' }, HOSTS_CSV),
  replaceAsset: async (api) => {
    const id = await uploadTable(api);
    return () => replace(api, { id }, `${HOSTS_CSV}db-2,,5432\n`);
  },
  deleteAsset: async (api) => ({ path: { id: await uploadTable(api) } }),
  createSource: async ({ siteId }) => ({
    body: { source: { name: 'web', siteId, templateId: 'tcp', config: { port: 20_900 } } },
  }),
  updateSource: async (api) => ({
    body: { source: { id: (await makeConnections(api)).sourceId, description: 'Taken in' } },
  }),
  deleteSource: async (api) => ({ path: { id: (await makeConnections(api)).sourceId } }),
  createSink: async ({ siteId }) => ({
    body: { sink: { name: 'web', siteId, templateId: 'blackhole', config: {} } },
  }),
  updateSink: async (api) => ({
    body: { sink: { id: (await makeConnections(api)).sinkId, description: 'Thrown away' } },
  }),
  enableArchival: async (api) => ({ body: await createWithArchive(api) }),
  disableArchival: async (api) => {
    const body = await createWithArchive(api);
    await api.call('enableArchival', { body });
    return { body };
  },
  deleteSink: async (api) => ({ path: { id: (await makeConnections(api)).sinkId } }),
  createTransforms: async (api) => ({
    body: {
      transforms: [createTransform(await makePipeline(api))],
    },
  }),
  setFeature: async () => ({ path: { feature: 'gitOps' }, body: { isOn: true } }),
  createTransform: async (api) => ({ body: { transform: createTransform(await makePipeline(api)) } }),
  updateTransform: async (api) => ({
    body: { transform: { id: (await makeSavedPipeline(api)).transformId, description: 'Reads JSON' } },
  }),
  deleteTransform: async (api) => {
    const transform = createTransform(await makePipeline(api));
    const { body } = await api.call('createTransform', { body: { transform } });
    return { path: { id: body.id } };
  },
  startCapture: async (api) => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    return { body: { pipelineId, componentId: sourceId } };
  },
  stopCapture: async (api) => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const { body } = await api.call('startCapture', { body: { pipelineId, componentId: sourceId } });
    return { path: { captureId: body.capture.id } };
  },
  editDeadLetter: async (api) => {
    const { siteId } = api;
    const { id } = await addLetter(api);
    return { path: { siteId, letterId: String(id) }, body: { revision: 0, event: '{"a":2}' } };
  },
  replayDeadLetters: async (api) => {
    const { siteId } = api;
    return { path: { siteId }, body: { ids: [String((await addLetter(api)).id)], to: 'node' } };
  },
  discardDeadLetters: async (api) => {
    const { siteId } = api;
    return { path: { siteId }, body: { ids: [String((await addLetter(api)).id)] } };
  },
  createHydration: async (api) => ({ body: { hydration: await makeHydratable(api, api.siteId) } }),
  runHydrationAction: async (api) => {
    const place = { ...(await makeConnections(api)), siteId: api.siteId };
    const id = await insertHydration(api, place, { status: 'IN_PROGRESS' });
    return { body: { id, action: 'TERMINATE' } };
  },
  deleteHydration: async (api) => {
    const { sourceId, sinkId } = await makeConnections(api);
    return { path: { id: await insertHydration(api, { siteId: api.siteId, sourceId, sinkId }) } };
  },
  createSample: async (api) => ({
    body: {
      sample: { pipelineId: (await makeSavedPipeline(api)).pipelineId, name: 'morning', events: ['a'] },
    },
  }),
  updateSample: async (api) => ({ body: { sample: { id: await createWithSample(api), name: 'evening' } } }),
  deleteSample: async (api) => ({ path: { sampleId: await createWithSample(api) } }),
  acknowledgeComponentErrors: async (api) => ({ body: await createWithError(api) }),
  acknowledgePipelineErrors: async (api) => {
    const { siteId } = await createWithError(api);
    return { body: { siteId, acknowledgeAll: true } };
  },
  unacknowledgeErrors: async (api) => {
    const { siteId, componentIds } = await createWithError(api);
    await api.call('acknowledgeComponentErrors', { body: { siteId, componentIds } });
    return { body: { siteId, componentIds } };
  },
  acknowledgeNotifications: async (api) => {
    const { pipelineId } = await makeSavedPipeline(api);
    api.engine.failNext('No');
    await api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: 1 } });
    await api.service.services.lifecycle.settled();
    return { body: { siteIds: [api.siteId], ackAll: true } };
  },
  importPipelines: async ({ siteId }) => ({
    query: { siteId, dryRun: false },
    body: { definition: WEB },
  }),
  putPipelineDefinition: async (api) => {
    const pipelineId = await makePipeline(api);
    return { path: { pipelineId }, query: { dryRun: false }, body: { definition: WEB } };
  },
  createAlertRule: async ({ siteId }) => ({ body: { alertRule: { ...RULE, siteId } } }),
  updateAlertRule: async (api) => ({ body: { alertRule: { id: await withRule(api), severity: 'LOW' } } }),
  deleteAlertRule: async (api) => ({ path: { alertRuleId: await withRule(api) } }),
  createAlertChannel: async () => ({ body: { alertChannel: CHANNEL } }),
  updateAlertChannel: async (api) => ({
    body: { alertChannel: { id: await withChannel(api), name: 'night' } },
  }),
  deleteAlertChannel: async (api) => ({ path: { alertChannelId: await withChannel(api) } }),
  createFleet: async ({ siteId }) => ({ body: { fleet: { siteId, name: 'edge' } } }),
  updateFleet: async (api) => ({
    body: { fleet: { id: (await insertFleet(api)).fleetId, name: 'renamed' } },
  }),
  deleteFleet: async (api) => ({ path: { fleetId: (await insertFleet(api)).fleetId } }),
  createFleetToken: async (api) => ({ path: { fleetId: (await insertFleet(api)).fleetId }, body: {} }),
  rotateFleetToken: async (api) => ({ path: { tokenId: (await insertFleet(api)).tokenId }, body: {} }),
  revokeFleetToken: async (api) => ({ path: { tokenId: (await insertFleet(api)).tokenId } }),
  deleteAgent: async (api) => ({ path: { agentId: (await insertFleet(api)).agentId } }),
  labelAgents: async (api) => ({
    body: { agentIds: [(await insertFleet(api)).agentId], labels: { environment: 'staging' } },
  }),
  rotateAgentCredential: async (api) => ({ path: { agentId: await insertConnectedAgent(api) } }),
  moveAgents: async (api) => ({
    body: { agentIds: [(await insertFleet(api)).agentId], fleetId: (await insertFleet(api)).fleetId },
  }),
  restartAgent: async (api) => ({ path: { agentId: await insertConnectedAgent(api) } }),
  retryAgent: async (api) => ({ path: { agentId: await insertFailedAgent(api) } }),
  startRollout: async (api) => {
    const { fleetId, configurationId } = await insertFleet(api);
    return { path: { fleetId }, body: { rollout: { configurationId } } };
  },
  startRolloutNow: async (api) => {
    const { rolloutId } = await insertFleet(api);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING' });
    return { path: { rolloutId } };
  },
  pauseRollout: async (api) => {
    const { rolloutId } = await insertFleet(api);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING' });
    return { path: { rolloutId } };
  },
  resumeRollout: async (api) => {
    const { rolloutId } = await insertFleet(api);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING', is_paused: 1 });
    return { path: { rolloutId } };
  },
  cancelRollout: async (api) => {
    const { rolloutId } = await insertFleet(api);
    await api.store.fleetRollouts.update({ id: rolloutId, state: 'ROLLING_OUT' });
    return { path: { rolloutId } };
  },
  createConfiguration: async ({ siteId }) => ({
    body: { configuration: { siteId, name: 'gateway', content: COLLECTOR } },
  }),
  updateConfiguration: async (api) => ({
    body: { configuration: { id: (await insertFleet(api)).configurationId, name: 'renamed' } },
  }),
  deleteConfiguration: async (api) => ({
    path: { configurationId: (await insertFleet(api)).configurationId },
  }),
  createQuery: async ({ siteId }) => ({ body: { query: { ...QUERY, siteId } } }),
  updateQuery: async (api) => ({
    path: { queryId: await insertSavedQuery(api) },
    body: { query: QUERY },
  }),
  deleteQuery: async (api) => ({ path: { queryId: await insertSavedQuery(api) } }),
  createDashboard: async ({ siteId }) => ({ body: { dashboard: { ...DASHBOARD, siteId } } }),
  updateDashboard: async (api) => ({
    path: { dashboardId: await insertDashboard(api) },
    body: { dashboard: DASHBOARD },
  }),
  deleteDashboard: async (api) => ({ path: { dashboardId: await insertDashboard(api) } }),
  createReport: async (api) => ({ body: createReportBody(api.siteId) }),
  updateReport: async (api) => ({ body: { report: { id: await insertReport(api), name: 'Renamed' } } }),
  deleteReport: async (api) => ({ path: { reportId: await insertReport(api) } }),
  runReport: async (api) => ({ path: { reportId: await insertReport(api) } }),
  createAlertSilence: async (api) => ({ body: createSilenceBody(api.siteId, api.service.services.clock()) }),
  updateAlertSilence: async (api) => {
    const { siteId: _site, ...alertSilence } = createSilenceBody(
      api.siteId,
      api.service.services.clock(),
    ).alertSilence;
    const alertSilenceId = await insertAlertSilence(api, api.siteId);
    return { path: { alertSilenceId }, body: { alertSilence: { ...alertSilence, reason: 'Longer work' } } };
  },
  endAlertSilence: async (api) => ({
    path: { alertSilenceId: await insertAlertSilence(api, api.siteId) },
  }),
  acknowledgeAlertEvents: async (api) => ({
    body: { siteId: api.siteId, alertEventIds: [await insertAlertEvent(api, await withRule(api))] },
  }),
  deleteChangeset: async (api) => {
    const pullRequestId = await insertChangeset(api, api.siteId, await makePipeline(api));
    return { path: { pullRequestId } };
  },
  createChangeset: async (api) => ({ body: await createManagedBody(api) }),
  addToChangesetDraft: async (api) => ({ body: toDraftBody(await createManagedBody(api)) }),
  deleteChangesetDraft: async (api) => {
    await api.call('addToChangesetDraft', { body: toDraftBody(await createManagedBody(api)) });
    return { query: { siteId: api.siteId } };
  },
  approveChangeset: async (api) => {
    const { pullRequestId } = await createRequest(api);
    const commit = (await api.store.changesets.find(pullRequestId))?.head_commit;
    return { path: { pullRequestId }, body: { commit } };
  },
  withdrawApproval: async (api) => {
    const { pullRequestId } = await createRequest(api);
    const row = await api.store.changesets.find(pullRequestId);
    // An approval is taken back by whoever gave it.
    return async () => {
      const { user } = (await api.request('/v1/auth/session')).body;
      const approval = { approved_by: user.email, approved_by_id: user.id, approved_at: 1 };
      await api.store.changesets.update(pullRequestId, { ...approval, approved_commit: row?.head_commit });
      return api.request(`/v1/gitops/changeset/${pullRequestId}/approve`, { method: 'DELETE' });
    };
  },
  revertChangeset: async (api) => {
    const { pullRequestId } = await createRequest(api);
    await api.call('mergeChangeset', { path: { pullRequestId } });
    await api.service.services.lifecycle.settled();
    return { path: { pullRequestId } };
  },
  rebaseChangeset: async (api) => {
    const { pullRequestId, pipelineId } = await createRequest(api);
    await manage(api, false);
    await api.call('updatePipeline', { body: { pipeline: { id: pipelineId, name: 'renamed' } } });
    await manage(api);
    return { path: { pullRequestId }, body: {} };
  },
  mergeChangeset: async (api) => {
    const { pullRequestId } = await createRequest(api);
    return { path: { pullRequestId } };
  },
  createSite: async () => ({ body: { site: SITE } }),
  updateSite: async ({ siteId }) => ({ body: { site: { id: siteId, name: 'Berlin' } } }),
  syncSite: async (api) => {
    await followFrom(api, { url: 'http://127.0.0.1:9/x.git' });
    return { path: { siteId: api.siteId }, body: {} };
  },
  createJoinToken: async (api) => ({ path: { siteId: await makeSite(api, undefined, 'remote') } }),
  disconnectEngine: async (api) => ({ path: { siteId: await makeJoinedSite(api) } }),
  deleteSite: async (api) => ({ path: { siteId: await makeSite(api) } }),
  deleteSession: async (api) => ({ path: { sessionId: await createSession(api) } }),
  deleteConversation: async (api) => ({
    path: { conversationId: await insertConversation(api, api.siteId) },
  }),
  updateAssistantEndpoint: async () => ({ body: { endpoint: ENDPOINT_OFF } }),
  updateSso: async (api) => ({ body: { sso: await createSsoSettings(api) } }),
  createFallbackCode: async () => ({ body: {} }),
  createRole: async () => ({ body: { role: ROLE } }),
  updateRole: async (api) => ({ body: { role: { ...ROLE, id: await makeRole(api) } } }),
  deleteRole: async (api) => ({ path: { roleId: await makeRole(api) } }),
  createUser: async () => ({ body: { user: USER } }),
  updateUser: async (api) => ({ body: { user: { id: await withUser(api), disabled: true } } }),
  deleteUser: async (api) => ({ path: { userId: await withUser(api) } }),
  createApiKey: async () => ({
    body: { apiKey: { name: 'robot', description: '', roleId: 'viewer', siteIds: [] } },
  }),
  rotateApiKey: async (api) => ({
    path: { keyId: (await makeKey(api, { roleId: 'viewer' })).id },
    body: {},
  }),
  deleteApiKey: async (api) => ({ path: { keyId: (await makeKey(api, { roleId: 'viewer' })).id } }),
} satisfies Record<string, Change>;
