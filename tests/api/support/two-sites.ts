import { type CallId, callDefinition } from '../../../src/contract/calls/index.ts';
import { CONDITION, createSilenceBody, insertAlertEvent, insertAlertSilence, RULE } from './alert-rows.ts';
import { insertChangeset } from './changeset-rows.ts';
import { DASHBOARD, insertDashboard } from './dashboards.ts';
import { createGraphBody, makeSavedPipeline } from './fixtures.ts';
import { insertFleet } from './fleet-rows.ts';
import { COLLECTOR } from './fleets.ts';
import { insertHydration } from './hydration-rows.ts';
import { createReportBody, insertReport, insertReportRun } from './report-rows.ts';
import { insertSavedQuery, QUERY } from './saved-queries.ts';
import type { CallParts, TestService } from './service.ts';

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A pipeline with all that hangs on it, in one site. */
export async function makeWorld(api: TestService, siteId: string, name: string) {
  const site = { ...api, siteId };
  const made = await makeSavedPipeline(site, name);
  const sample = await api.call('createSample', {
    body: { sample: { pipelineId: made.pipelineId, name: 'one', description: '', events: ['{}'] } },
  });
  const capture = api.service.services.captures.start({
    pipelineId: made.pipelineId,
    componentId: made.sourceId,
    limit: 1,
    seconds: 60,
    startedBy: 'test',
  });
  const assetId = `9${siteId.slice(1)}`;
  await api.store.assets.insert({
    id: assetId,
    name: `${name}.txt`,
    asset_type: 'DATA',
    site_ids: JSON.stringify([siteId]),
    size_bytes: 0,
    sha256: '0'.repeat(64),
    summary: JSON.stringify({ kind: 'data' }),
    revision: 1,
    created_at: 1,
    updated_at: 1,
    updated_by: 'test',
  });
  const rule = { ...RULE, siteId, name: `${name} rule` };
  const alertRuleId: string = (await api.call('createAlertRule', { body: { alertRule: rule } })).body.id;
  const alertEventId = await insertAlertEvent(api, alertRuleId, siteId);
  const alertSilenceId = await insertAlertSilence(api, siteId);
  const queryId = await insertSavedQuery(api, siteId);
  const dashboardId = await insertDashboard(api, siteId);
  const reportId = await insertReport(api, siteId);
  const reportRunId = await insertReportRun(api, reportId, siteId);
  const pullRequestId = await insertChangeset(api, siteId, made.pipelineId);
  const hydrationId = await insertHydration(api, { ...made, siteId });
  const fleet = await insertFleet(api, siteId);
  return {
    ...fleet,
    hydrationId,
    pullRequestId,
    alertRuleId,
    alertEventId,
    alertSilenceId,
    queryId,
    dashboardId,
    reportId,
    reportRunId,
    siteId,
    name,
    ...made,
    assetId,
    sampleId: sample.body.id,
    captureId: capture.id,
    letterId: '1',
  };
}

const LOG_RANGE = { startUnixTimeSeconds: 0, endUnixTimeSeconds: 60 };
let rules = 0;

const createHydrationBody = ({ siteId, sourceId, sinkId }: World) => ({
  hydration: { siteId, sourceId, sinkId, startTime: 0, endTime: 60 },
});

const BODIES: Partial<Record<CallId, (world: World) => object>> = {
  createPipeline: ({ siteId }) => ({ pipeline: { name: 'new', siteId } }),
  createExamplePipeline: ({ siteId }) => ({ siteId }),
  updatePipeline: ({ pipelineId }) => ({ pipeline: { id: pipelineId, description: 'x' } }),
  saveGraph: ({ pipelineId, edges }) => createGraphBody(pipelineId, edges),
  runPipelineAction: ({ pipelineId }) => ({ pipelineId, action: 'DEPLOY', graphVersion: 1 }),
  createSource: ({ siteId }) => ({ source: { name: 'n', siteId, templateId: 'tcp', config: { port: 2 } } }),
  updateSource: ({ sourceId }) => ({ source: { id: sourceId, name: 'renamed' } }),
  testSource: ({ siteId }) => ({ source: { siteId, templateId: 'tcp', config: { port: 1025 } } }),
  checkSource: ({ siteId }) => ({ source: { siteId, templateId: 'tcp', config: {} } }),
  checkSink: ({ siteId }) => ({ sink: { siteId, templateId: 'blackhole', config: {} } }),
  checkTransforms: ({ siteId }) => ({ siteId, transforms: [{ templateId: 'parse_json', config: {} }] }),
  enableArchival: ({ siteId, sourceId, sinkId }) => ({ siteId, sourceId, sinkId }),
  disableArchival: ({ siteId, sourceId, sinkId }) => ({ siteId, sourceId, sinkId }),
  createSink: ({ siteId }) => ({ sink: { name: 'n', siteId, templateId: 'blackhole', config: {} } }),
  updateSink: ({ sinkId }) => ({ sink: { id: sinkId, name: 'renamed' } }),
  testSink: ({ siteId }) => ({
    sink: { siteId, templateId: 'blackhole', config: {} },
    events: ['{}'],
  }),
  createTransforms: ({ pipelineId }) => ({
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {}, pipelineId }],
  }),
  createTransform: ({ pipelineId }) => ({
    transform: { name: 'Parse', templateId: 'parse_json', config: {}, pipelineId },
  }),
  updateTransform: ({ transformId }) => ({ transform: { id: transformId, description: 'x' } }),
  startCapture: ({ pipelineId, sourceId }) => ({
    pipelineId,
    componentId: sourceId,
    limit: 1,
    seconds: 1,
  }),
  editDeadLetter: () => ({ revision: 0, event: '{}' }),
  replayDeadLetters: ({ pipelineId }) => ({ pipelineId, to: 'node' }),
  discardDeadLetters: ({ pipelineId }) => ({ pipelineId }),
  exportDeadLetters: ({ pipelineId }) => ({ pipelineId }),
  searchLogs: ({ siteId, sourceId }) => ({ siteId, query: '', timeRange: LOG_RANGE, sourceIds: [sourceId] }),
  startLogCount: ({ siteId }) => ({ siteId, query: '', timeRange: LOG_RANGE }),
  startLogExport: ({ siteId }) => ({ siteId, query: '', timeRange: LOG_RANGE, format: 'CSV' }),
  createHydration: createHydrationBody,
  startHydrationEstimate: createHydrationBody,
  previewHydration: createHydrationBody,
  runHydrationAction: ({ hydrationId }) => ({ id: hydrationId, action: 'TERMINATE' }),
  createSample: ({ pipelineId }) => ({
    sample: { pipelineId, name: 'two', description: '', events: ['{}'] },
  }),
  updateSample: ({ sampleId }) => ({ sample: { id: sampleId, name: 'renamed' } }),
  previewPipeline: ({ siteId, pipelineId, sourceId, edges }) => ({
    siteId,
    pipelineId,
    graph: { edges, metaInfo: {}, nodes: {} },
    startNodeId: sourceId,
    events: [],
  }),
  runSampleTests: ({ pipelineId }) => ({ pipelineId, graphVersion: 1 }),
  updateSite: ({ siteId }) => ({ site: { id: siteId, name: 'renamed' } }),
  setSavingPrice: () => ({ savingPrice: { pricePerGigabyte: 1, currency: 'EUR' } }),
  unacknowledgeErrors: ({ siteId }) => ({ siteId, errorIds: ['600000000000000001'] }),
  createAlertRule: ({ siteId }) => ({ alertRule: { ...RULE, siteId, name: `Rule ${++rules}` } }),
  updateAlertRule: ({ alertRuleId }) => ({ alertRule: { id: alertRuleId, severity: 'LOW' } }),
  createChangeset: ({ siteId, pipelineId, edges }) => ({
    changeSet: { siteId },
    pipelines: [{ pipeline: { id: pipelineId, name: 'n' }, graph: { version: 1, edges } }],
    nodes: [],
  }),
  addToChangesetDraft: ({ siteId, pipelineId, edges }) => ({
    siteId,
    pipelines: [{ pipeline: { id: pipelineId, name: 'n' }, graph: { version: 1, edges } }],
  }),
  approveChangeset: () => ({ commit: '0'.repeat(40) }),
  rebaseChangeset: () => ({}),
  mergeChangeset: () => ({}),
  createFleet: ({ siteId }) => ({ fleet: { siteId, name: `Fleet ${++rules}` } }),
  updateFleet: ({ fleetId }) => ({ fleet: { id: fleetId, description: 'x' } }),
  createFleetToken: () => ({}),
  rotateFleetToken: () => ({}),
  moveAgents: ({ agentId, fleetId }) => ({ agentIds: [agentId], fleetId }),
  labelAgents: ({ agentId }) => ({ agentIds: [agentId], labels: { environment: `e${++rules}` } }),
  startRollout: ({ configurationId }) => ({ rollout: { configurationId, version: 99 } }),
  createConfiguration: ({ siteId }) => ({
    configuration: { siteId, name: `Configuration ${++rules}`, content: COLLECTOR },
  }),
  updateConfiguration: ({ configurationId }) => ({
    configuration: { id: configurationId, description: 'x' },
  }),
  checkOnCollectors: ({ siteId }) => ({ siteId, graph: { nodes: {}, edges: {} } }),
  checkConfiguration: ({ siteId }) => ({ configuration: { siteId, content: COLLECTOR } }),
  listConfigurationComponents: ({ siteId }) => ({ configuration: { siteId, content: COLLECTOR } }),
  changeComponent: ({ siteId }) => ({
    configuration: { siteId, content: COLLECTOR },
    change: { kind: 'processors', type: 'batch', id: null, config: {} },
  }),
  runQuery: ({ siteId }) => ({ siteId, query: 'select 1', timeRange: LOG_RANGE }),
  createQuery: ({ siteId }) => ({ query: { ...QUERY, siteId, name: `query ${rules++}` } }),
  updateQuery: () => ({ query: { ...QUERY, name: `query ${rules++}` } }),
  createDashboard: ({ siteId }) => ({ dashboard: { ...DASHBOARD, siteId, name: `board ${rules++}` } }),
  updateDashboard: () => ({ dashboard: { ...DASHBOARD, name: `board ${rules++}` } }),
  createReport: ({ siteId }) => createReportBody(siteId),
  updateReport: ({ reportId }) => ({ report: { id: reportId, content: 'OPTIMIZATION' } }),
  previewReport: ({ siteId }) => ({
    report: { siteId, content: 'OPTIMIZATION', period: 'DAY', timeZone: 'UTC' },
  }),
  createAlertSilence: ({ siteId }) => createSilenceBody(siteId),
  updateAlertSilence: ({ siteId }) => {
    const { siteId: _site, ...alertSilence } = createSilenceBody(siteId).alertSilence;
    return { alertSilence };
  },
  tryAlertSilence: ({ siteId }) => ({ alertSilence: { siteId, ruleIds: [], scope: { kind: 'all' } } }),
  tryAlertRule: ({ siteId }) => ({ alertRule: { siteId, condition: CONDITION } }),
  previewAlertMessages: ({ siteId }) => ({
    alertRule: { siteId, name: 'Mine', condition: CONDITION, severity: 'HIGH' },
  }),
  acknowledgeAlertEvents: ({ siteId }) => ({ siteId, acknowledgeAll: true }),
  acknowledgeNotifications: ({ siteId }) => ({ siteIds: [siteId], ackAll: true }),
  acknowledgeComponentErrors: ({ siteId }) => ({ siteId, acknowledgeAll: true }),
  acknowledgePipelineErrors: ({ siteId }) => ({ siteId, acknowledgeAll: true }),
  syncSite: () => ({}),
  importPipelines: () => ({ definition: 'x' }),
  readDefinition: () => ({ definition: 'x' }),
  putPipelineDefinition: () => ({ definition: 'x' }),
};

const RANGE = { 'timeRange.startUnixTimeSeconds': 0, 'timeRange.endUnixTimeSeconds': 60 };

function readOwnId(id: CallId, world: World): string {
  if (id.includes('Asset')) return world.assetId;
  if (id.includes('Hydration')) return world.hydrationId;
  if (id.includes('Transform')) return world.transformId;
  return id.includes('Sink') ? world.sinkId : world.sourceId;
}

/** Parts that name things of the site; undefined for a call with a body that is not known here. */
export function buildCallParts(id: CallId, world: World, more: CallParts): CallParts | undefined {
  const call = callDefinition(id);
  const named: Record<string, string> = {
    siteId: world.siteId,
    pipelineId: world.pipelineId,
    nodeId: world.sourceId,
    captureId: world.captureId,
    sampleId: world.sampleId,
    id: readOwnId(id, world),
    graphVersion: '1',
    letterId: world.letterId,
    countId: '00000000-0000-4000-8000-000000000000',
    exportId: '00000000-0000-4000-8000-000000000000',
    estimateId: '00000000-0000-4000-8000-000000000000',
    alertRuleId: world.alertRuleId,
    alertEventId: world.alertEventId,
    alertSilenceId: world.alertSilenceId,
    queryId: world.queryId,
    dashboardId: world.dashboardId,
    reportId: world.reportId,
    reportRunId: world.reportRunId,
    pullRequestId: world.pullRequestId,
    fleetId: world.fleetId,
    tokenId: world.tokenId,
    configurationId: world.configurationId,
    agentId: world.agentId,
    rolloutId: world.rolloutId,
  };
  const shape = (part: unknown): string[] =>
    Object.keys((part as { shape?: object } | undefined)?.shape ?? {});
  const query: Record<string, string | number | string[]> = {};
  for (const name of shape(call.query)) {
    if (name in RANGE) query[name] = Reflect.get(RANGE, name);
    if (name === 'siteId' || name === 'pipelineId') query[name] = named[name] ?? '';
    if (name === 'captureId') query[name] = world.captureId;
    if (name === 'draftChangeId') query[name] = world.pipelineId;
    if (name === 'pullRequestId') query[name] = world.pullRequestId;
    if (name === 'siteIds') query[name] = [world.siteId];
    if (name === 'pipelineIds') query[name] = [world.pipelineId];
    if (name === 'nodeIds') query[name] = [world.sourceId];
  }
  if (call.body && !BODIES[id]) return undefined;
  return { path: named, query, body: BODIES[id]?.(world), ...more };
}

export const NAME_NO_SITE: readonly CallId[] = ['listSites', 'createSite'];
