import type { AlertCondition } from '../../../src/contract/entities/alert.ts';
import type { ExtraGrant, ResourceType } from '../../../src/contract/enums.ts';
import { CONDITION, insertAlertDelivery, insertAlertEvent, insertAlertSilence, RULE } from './alert-rows.ts';
import { insertChangeset } from './changeset-rows.ts';
import { insertDashboard } from './dashboards.ts';
import { makeLetter } from './fake-letters.ts';
import { act, createChain, createGraphBody } from './fixtures.ts';
import { insertFleet } from './fleet-rows.ts';
import { insertHydration } from './hydration-rows.ts';
import { insertReport, insertReportRun } from './report-rows.ts';
import { insertSavedQuery } from './saved-queries.ts';
import type { Answer, TestService } from './service.ts';
import type { World } from './two-sites.ts';
import { upload } from './upload.ts';

/** Who may see a text: any of these grants on the site. */
export type Canary = {
  text: string;
  siteId: string;
  readableBy: { resource: ResourceType; extra?: ExtraGrant }[];
};

export type CanaryWorld = World & { canaries: Canary[] };

const LETTER_ID = { A: 1_700_000_000_000_011, B: 1_700_000_000_000_022 };
const HTTP_PORT = { A: 21_300, B: 21_400 };

const COUNTED = {
  ...{ eventsIn: 1, eventsOut: 1, eventsDropped: 0, eventsCreated: 0, eventsMerged: 0, eventsDeadLetter: 0 },
  ...{ bytesIn: 1, bytesOut: 1, bytesDropped: 0, bytesDeadLetter: 0, bytesBuffered: 0, rawBytes: 1 },
  ...{ eventsBuffered: 0, errors: 0, objectsWritten: 0, lastEventAt: 1 },
};

/** A site with a pipeline, things that it uses and things that nothing uses, and a canary in every text of them. */
export async function makeCanaryWorld(
  api: TestService,
  siteId: string,
  letter: 'A' | 'B',
): Promise<CanaryWorld> {
  const canaries: Canary[] = [];
  const mark = (what: string, ...resources: ResourceType[]): string => {
    const text = `canary${letter}${what}`;
    canaries.push({ text, siteId, readableBy: resources.map((resource) => ({ resource })) });
    return text;
  };
  /** A text that nobody but its owner, or an administrator, reads. */
  const hide = (what: string): string => {
    const text = `canary${letter}${what}`;
    canaries.push({ text, siteId, readableBy: [] });
    return text;
  };
  const keep = (id: string, ...resources: ResourceType[]): string => {
    canaries.push({ text: id, siteId, readableBy: resources.map((resource) => ({ resource })) });
    return id;
  };
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const port = HTTP_PORT[letter];
  const letterId = LETTER_ID[letter];
  const make = async (kind: 'Source' | 'Sink', name: string, templateId: string, config: object) => {
    const resource = kind === 'Source' ? 'SOURCES' : 'SINKS';
    const description = mark(`${kind}${templateId}Description`, resource);
    const entity = { name, siteId, templateId, config, description };
    return (await done(api.call(`create${kind}`, { body: { [kind.toLowerCase()]: entity } }))).id as string;
  };
  const sourceId = await make('Source', mark('SourceName', 'SOURCES', 'PIPELINES'), 'http_server', {
    port,
    path: `/${mark('SourcePath', 'SOURCES')}`,
  });
  const sinkId = await make('Sink', mark('SinkName', 'SINKS', 'PIPELINES'), 'http', {
    url: `https://${mark('sinkhost', 'SINKS').toLowerCase()}.example/${mark('SinkPath', 'SINKS')}`,
    headers: { 'x-team': mark('SinkHeader', 'SINKS') },
  });
  keep(await make('Source', mark('SpareSource', 'SOURCES'), 'tcp', { port: port + 1 }), 'SOURCES');
  keep(await make('Sink', mark('SpareSink', 'SINKS'), 'blackhole', {}), 'SINKS');
  const pipeline = { name: mark('Pipeline', 'PIPELINES'), siteId, description: mark('About', 'PIPELINES') };
  const pipelineId: string = (await done(api.call('createPipeline', { body: { pipeline } }))).id;
  const transform = {
    name: mark('Transform', 'PIPELINES'),
    description: mark('TransformDescription', 'PIPELINES'),
    templateId: 'remove_fields',
    config: { fields: [mark('Field', 'PIPELINES')] },
    pipelineId,
  };
  const { transformIds } = await done(api.call('createTransforms', { body: { transforms: [transform] } }));
  const edges = createChain(sourceId, transformIds[0], sinkId);
  const notes = { [transformIds[0]]: { notes: mark('Notes', 'PIPELINES') } };
  const version = mark('Version', 'PIPELINES');
  await done(api.call('saveGraph', { body: createGraphBody(pipelineId, edges, notes, version) }));
  const sample = {
    pipelineId,
    name: mark('Sample', 'PIPELINES'),
    description: mark('SampleDescription', 'PIPELINES'),
    events: [`{"a":"${mark('SampleEvent', 'PIPELINES')}"}`],
    expected: { [transformIds[0]]: [[`{"a":"${mark('Expected', 'PIPELINES')}"}`]] },
  };
  const sampleId: string = (await done(api.call('createSample', { body: { sample } }))).id;
  const { services } = api.service;
  const capture = services.captures.start({
    pipelineId,
    componentId: sourceId,
    limit: 10,
    seconds: 600,
    startedBy: 'test',
  });
  const markEvent = (what: string): string => {
    const text = `canary${letter}${what}`;
    canaries.push({ text, siteId, readableBy: [{ resource: 'PIPELINES', extra: 'LIVE_CAPTURE' }] });
    return text;
  };
  const captured = markEvent('Captured');
  api.engine.taps
    .at(-1)
    ?.onEvents([{ text: `{"b":"${captured}"}`, at: 1, origin: `{"file":"${markEvent('CapturedOrigin')}"}` }]);
  const fields = { name: `${mark('File', 'PIPELINES')}.csv`, assetType: 'LOOK_UP_DATA', siteIds: [siteId] };
  const content = `host,${mark('FileColumn', 'PIPELINES')}\nweb,${mark('FileContent', 'PIPELINES')}\n`;
  const { id: assetId }: { id: string } = await done(upload(api, fields, content));
  const place = { pipelineId, componentId: transformIds[0], nodeId: transformIds[0] };
  const problem = { errorName: mark('ErrorName', 'PIPELINES'), message: mark('Error', 'PIPELINES') };
  api.engine.report({
    type: 'errors',
    errors: [
      {
        ...problem,
        ...place,
        causes: [mark('Cause', 'PIPELINES')],
        resolutions: [],
        level: 'ERROR',
        count: 1,
        lastAt: services.clock(),
        exampleEvent: mark('ErrorEvent', 'PIPELINES'),
      },
    ],
  });
  api.engine.report({
    type: 'counters',
    bootId: `boot${letter}`,
    at: services.clock(),
    host: mark('Machine', 'PIPELINES'),
    pipelines: { [pipelineId]: { [sourceId]: COUNTED } },
  });
  await services.analytics.flush();
  const { letters } = api.engine;
  letters.sites.set(pipelineId, siteId);
  const given = {
    errorName: mark('LetterReason', 'PIPELINES'),
    message: markEvent('LetterMessage'),
    event: `{"c":"${markEvent('LetterEvent')}"}`,
    origin: `{"file":"${markEvent('LetterOrigin')}"}`,
  };
  const dead = { pipelineId, componentId: transformIds[0], ...given };
  letters.held.push(makeLetter({ ...dead, id: letterId }));
  const site = {
    id: siteId,
    name: mark('SiteName', 'SITES', 'PIPELINES', 'SOURCES', 'SINKS'),
    description: mark('SiteDescription', 'SITES'),
    gitRepo: `git@example.org:${mark('Repository', 'SITES')}`,
    gitBranch: mark('Branch', 'SITES'),
  };
  await done(api.call('updateSite', { body: { site } }));
  if (letter === 'A') await deployTwo(api, siteId, [sourceId, sinkId], mark, keep);
  await makePeople(api, letter, hide);
  const condition: AlertCondition = {
    ...CONDITION,
    scope: { kind: 'pattern', pattern: mark('AlertPattern', 'PIPELINES') },
  };
  const runbookUrl = `https://example.org/${mark('Runbook', 'PIPELINES')}`;
  const name = mark('AlertRule', 'PIPELINES');
  const message = mark('AlertMessage', 'PIPELINES');
  const alertRule = { ...RULE, siteId, name, condition, runbookUrl, message };
  const { id: alertRuleId }: { id: string } = await done(
    api.call('createAlertRule', { body: { alertRule } }),
  );
  const target = {
    kind: 'node',
    name: mark('AlertTarget', 'PIPELINES'),
    pipelineId: '',
    pipelineName: '',
    nodeId: '',
  };
  const alertEventId = await insertAlertEvent(api, alertRuleId, siteId, {
    name,
    runbook_url: runbookUrl,
    message,
    condition: JSON.stringify(condition),
    target: JSON.stringify(target),
  });
  await insertAlertDelivery(api, alertEventId, siteId, {
    channel_name: mark('DeliveryChannel', 'PIPELINES'),
    problem: mark('DeliveryProblem', 'PIPELINES'),
    advice: mark('DeliveryAdvice', 'PIPELINES'),
    message: JSON.stringify({ text: hide('DeliveryMessage') }),
  });
  const alertSilenceId = await insertAlertSilence(api, siteId, {
    reason: mark('SilenceReason', 'PIPELINES'),
    scope: JSON.stringify({ kind: 'pattern', pattern: mark('SilencePattern', 'PIPELINES') }),
  });
  const queryId = await insertSavedQuery(api, siteId, {
    name: mark('QueryName', 'PIPELINES'),
    description: mark('QueryDescription', 'PIPELINES'),
    sql: `select '${mark('QuerySql', 'PIPELINES')}'`,
  });
  const variable = { name: 'v', label: '', kind: 'TEXT', value: '', choices: [], choicesSql: '' };
  const panel = { title: mark('PanelTitle', 'PIPELINES'), queryId: '', sql: 'select 1', chart: 'TABLE' };
  const dashboardId = await insertDashboard(api, siteId, {
    name: mark('DashboardName', 'PIPELINES'),
    description: mark('DashboardDescription', 'PIPELINES'),
    variables: JSON.stringify([{ ...variable, value: mark('VariableValue', 'PIPELINES') }]),
    panels: JSON.stringify([{ ...panel, width: 6, height: 4 }]),
  });
  const reportName = mark('Report', 'PIPELINES');
  const recipients = JSON.stringify([`${mark('Recipient', 'PIPELINES')}@example.org`]);
  const reportId = await insertReport(api, siteId, {
    name: reportName,
    recipients,
  });
  const reportRunId = await insertReportRun(api, reportId, siteId, {
    name: reportName,
    recipients,
    note: mark('RunNote', 'PIPELINES'),
    problem: mark('RunProblem', 'PIPELINES'),
    advice: mark('RunAdvice', 'PIPELINES'),
    summary: mark('RunSummary', 'PIPELINES'),
  });
  const pullRequestId = await insertChangeset(api, siteId, pipelineId, {
    description: mark('PullRequestComment', 'PIPELINES'),
    reason: mark('PullRequestReason', 'PIPELINES'),
    name: mark('PullRequestPipeline', 'PIPELINES'),
    path: mark('PullRequestPath', 'PIPELINES'),
    failure: mark('PullRequestFailure', 'PIPELINES'),
    config: JSON.stringify({ url: hide('PullRequestConfig') }),
    providerRequest: JSON.stringify({
      ...{ kind: 'GITHUB', number: 1, state: 'closed', comments: 0, seenAt: 0 },
      url: mark('PullRequestUrl', 'PIPELINES'),
    }),
  });
  await api.store.gitFollows.put({
    site_id: siteId,
    address: mark('GitAddress', 'PIPELINES'),
    state: 'DRIFTED',
    reason: mark('GitReason', 'PIPELINES'),
    since: 0,
    head_commit: '0'.repeat(40),
    applied_commit: '0'.repeat(40),
    applied_at: 0,
    author: mark('GitAuthor', 'PIPELINES'),
    subject: mark('GitSubject', 'PIPELINES'),
    entities: JSON.stringify([{ kind: 'PIPELINE', name: mark('GitEntity', 'PIPELINES'), path: '', id: '' }]),
    removed: JSON.stringify([{ kind: 'SOURCE', name: mark('GitRemoved', 'PIPELINES'), path: '', id: '' }]),
    drift: JSON.stringify([mark('GitDrift', 'PIPELINES')]),
    fingerprint: '',
    checked_at: 0,
    leased_until: 0,
    was_rewritten: 0,
    reported: '',
  });
  const fleet = await insertFleet(api, siteId, {
    fleetName: mark('Fleet', 'PIPELINES'),
    fleetDescription: mark('FleetDescription', 'PIPELINES'),
    tokenMaker: mark('FleetTokenMaker', 'PIPELINES'),
    configurationName: mark('Configuration', 'PIPELINES'),
    configurationDescription: mark('ConfigurationDescription', 'PIPELINES'),
    content: mark('ConfigurationContent', 'PIPELINES'),
    platform: mark('AgentPlatform', 'PIPELINES'),
    version: mark('AgentVersion', 'PIPELINES'),
    health: mark('AgentHealth', 'PIPELINES'),
    component: mark('AgentComponent', 'PIPELINES'),
    outcome: mark('RolloutOutcome', 'PIPELINES'),
    rolloutAgent: mark('RolloutAgent', 'PIPELINES'),
    agentName: mark('AgentName', 'PIPELINES'),
    host: mark('AgentHost', 'PIPELINES'),
    attribute: mark('AgentAttribute', 'PIPELINES'),
    label: mark('AgentLabel', 'PIPELINES'),
    package: mark('AgentPackage', 'PIPELINES'),
    tokenLabel: mark('FleetTokenLabel', 'PIPELINES'),
    problem: mark('AgentProblem', 'PIPELINES'),
    event: mark('AgentEvent', 'PIPELINES'),
    logged: mark('AgentLog', 'PIPELINES'),
    reason: mark('RolloutReason', 'PIPELINES'),
  });
  for (const id of Object.values(fleet)) keep(id, 'PIPELINES');
  keep(pullRequestId, 'PIPELINES');
  for (const id of [pullRequestId, reportId, reportRunId]) keep(id, 'PIPELINES');
  const unread = [{ file: mark('HydrationFile', 'HYDRATIONS'), reason: 'gone' }];
  const hydrationId = await insertHydration(
    api,
    { siteId, sourceId, sinkId },
    {
      name: mark('Hydration', 'HYDRATIONS'),
      query: mark('HydrationFilter', 'HYDRATIONS'),
      folders: JSON.stringify([{ root: hide('HydrationFolder'), sourceId }]),
      unread: JSON.stringify(unread),
      problem: mark('HydrationProblem', 'HYDRATIONS'),
      log: JSON.stringify([[1, mark('HydrationLog', 'HYDRATIONS')]]),
    },
  );
  keep(hydrationId, 'HYDRATIONS');
  for (const id of [pipelineId, transformIds[0], sampleId, assetId, capture.id, alertRuleId, alertEventId])
    keep(id, 'PIPELINES');
  keep(sourceId, 'SOURCES', 'PIPELINES');
  keep(sinkId, 'SINKS', 'PIPELINES');
  return {
    ...fleet,
    alertRuleId,
    alertEventId,
    alertSilenceId,
    queryId,
    dashboardId,
    reportId,
    reportRunId,
    pullRequestId,
    hydrationId,
    siteId,
    name: letter,
    sourceId,
    sinkId,
    port,
    pipelineId,
    transformId: transformIds[0],
    edges,
    assetId,
    sampleId,
    captureId: capture.id,
    letterId: String(letterId),
    canaries,
  };
}

type Mark = (what: string, ...resources: ResourceType[]) => string;

/** A pipeline that runs, and one whose deployment failed. */
async function deployTwo(
  api: TestService,
  siteId: string,
  [sourceId = '', sinkId = '']: string[],
  mark: Mark,
  keep: Mark,
): Promise<void> {
  for (const what of ['Running', 'Failed']) {
    const pipeline = { name: mark(what, 'PIPELINES'), siteId };
    const { id } = (await api.call('createPipeline', { body: { pipeline } })).body;
    keep(id, 'PIPELINES');
    await api.call('saveGraph', { body: createGraphBody(id, createChain(sourceId, sinkId)) });
    if (what === 'Failed') api.engine.failNext(mark('LastError', 'PIPELINES'));
    await act(api, id, 'DEPLOY', 1);
    await api.service.services.lifecycle.settled();
  }
}

/** What the administrator made for others, and what is somebody's own. */
async function makePeople(api: TestService, letter: string, hide: (what: string) => string): Promise<void> {
  const role = { name: hide('Role'), description: hide('RoleDescription') };
  const grants = [{ resourceType: 'SITES', accessTypes: ['READ'], extraGrants: [] }];
  const { id: roleId } = (await api.call('createRole', { body: { role: { ...role, grants, siteIds: [] } } }))
    .body;
  const key = { name: hide('Key'), description: hide('KeyDescription'), roleId, siteIds: [] };
  await api.call('createApiKey', { body: { apiKey: key } });
  const steps = [{ commandId: 'palette.open', args: { text: hide('Argument') } }];
  const macros = [{ id: 'm', name: hide('Macro'), steps }];
  const view = { id: 'v', siteId: '400000000000000001', query: hide('ViewQuery'), columns: [hide('Column')] };
  const logViews = [{ ...view, name: hide('View') }];
  await api.call('updatePreferences', { body: { preferences: { macros, logViews } } });
  await api.store.sessions.insert({
    id: `canary-session-${letter}`,
    secret_hash: `of ${letter}`,
    user_id: '500000000000000001',
    provider: 'fallback',
    user_agent: hide('Browser'),
    provider_session: '',
    created_at: Date.now(),
    last_seen_at: Date.now(),
    expires_at: Date.now() + 3_600_000,
  });
}

/** What an engine far away says of itself. */
export async function makeRemoteCanaries(api: TestService, siteId: string): Promise<Canary[]> {
  const { platform, ...texts } = {
    host: 'canaryCHost',
    version: 'canaryCVersion',
    platform: 'canaryCPlatform',
  };
  await api.store.remoteEngines.put({
    ...{ site_id: siteId, ...texts, platform },
    ...{ token_hash: '', token_expires_at: 0, token_used_at: 0, credential_hash: 'x' },
    ...{ joined_at: Date.now(), last_seen_at: Date.now(), errors_stored: 0 },
  });
  return [...Object.values(texts), platform].map((text) => ({
    text,
    siteId,
    readableBy: [{ resource: 'SITES' }],
  }));
}
