import type { AuditChange, AuditEntity } from '../../contract/entities/audit.ts';
import { isRecord } from '../../contract/values.ts';
import type { DraftOwner } from '../store/changeset-drafts.ts';
import type { ErrorChoice } from '../store/errors.ts';
import type { Repositories } from '../store/index.ts';
import {
  readApiKeyState,
  readAssistantState,
  readFeatureState,
  readPreferencesState,
  readRoleState,
  readSessionState,
  readSsoState,
  readUserState,
} from './access-states.ts';
import {
  readAlertChannelState,
  readAlertRuleState,
  readAlertSilenceState,
  readReportState,
} from './alert-states.ts';
import { readChangesetState, readDraftChangeState } from './changeset-states.ts';
import {
  readAgentState,
  readConfigurationState,
  readFleetState,
  readFleetTokenState,
  readRolloutState,
} from './fleet-states.ts';
import { readDashboardState, readSavedQueryState } from './query-states.ts';
import { readRemoteEngineState, readSavingPriceState, readSiteState } from './site-states.ts';
import type { AuditState, StateTools } from './state.ts';
import {
  readConnectionState,
  readFileState,
  readGraphState,
  readPipelineState,
  readSampleState,
  readTransformState,
} from './states.ts';

const DELETED = 'DELETED';

async function readHydrationState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.hydrations.find(id);
  if (!row || row.status === DELETED) return undefined;
  const fields = {
    name: row.name,
    status: row.status,
    isPaused: row.is_paused === 1,
    sourceId: row.source_id,
    sinkId: row.sink_id,
    pipelineId: row.pipeline_id,
    graphVersion: row.graph_version,
    startTime: row.start_time,
    endTime: row.end_time,
    query: row.query,
    eventLimit: row.event_limit,
    eventsPerSecond: row.events_per_second,
    chunkMinutes: row.chunk_minutes,
    attempt: row.attempt,
  };
  return { entity: 'hydration', name: row.name, siteId: row.site_id, fields };
}

type Watched = { before: AuditState | undefined; read: () => Promise<AuditState | undefined>; id: string };

export type FoundChange = AuditChange & { siteId: string };

const ONE = { offset: 0, limit: 1, descending: true };

/** A transaction that records what its writes change. */
export type Watch = {
  tx: Repositories;
  /** By first touch, without unchanged ones. */
  changes(): Promise<FoundChange[]>;
};

function toChange(id: string, before: AuditState | undefined, after: AuditState | undefined) {
  const state = after ?? before;
  if (!state) return undefined;
  const differs =
    before && after
      ? findDifferences(before.fields, after.fields)
      : { before: before?.fields ?? null, after: after?.fields ?? null };
  const { entity, name, siteId } = state;
  return differs && { entity, id, name, siteId, ...differs };
}

type Method = (...parameters: never[]) => Promise<unknown>;
type Touches<R> = {
  [M in keyof R]?: R[M] extends (...parameters: infer P) => unknown
    ? (...parameters: P) => Promise<void>
    : never;
};

type RowWrites<Row> = {
  insert(row: Row): Promise<unknown>;
  update(row: Row, ...more: never[]): Promise<unknown>;
  delete(id: string, ...more: never[]): Promise<unknown>;
};

/** Calls `touches` before each named write. */
function observeWrites<R extends object>(repository: R, touches: Touches<R>): R {
  const seen = Object.entries(touches as Record<string, Method>).map(([name, touch]) => {
    const write = Reflect.get(repository, name) as Method;
    return [
      name,
      async (...parameters: never[]) => {
        await touch(...parameters);
        return write(...parameters);
      },
    ];
  });
  return { ...repository, ...Object.fromEntries(seen) };
}

const observeRows = <Row extends { readonly id: string }, R extends RowWrites<Row>>(
  repository: R,
  touch: (id: string) => Promise<void>,
): R => {
  const touches: Touches<RowWrites<Row>> = {
    insert: (row) => touch(row.id),
    update: (row) => touch(row.id),
    delete: touch,
  };
  return observeWrites(repository, touches as Touches<R>);
};

/** Messages are private to their person. */
const CONVERSATION_STATE: AuditState = {
  entity: 'assistant',
  name: 'Conversation',
  siteId: '',
  fields: {},
};

/** Observes all repository methods that people's calls write with, not the engine's. */
export function watchWrites(tools: StateTools, tx: Repositories): Watch {
  const watched = new Map<string, Watched>();
  const noted: FoundChange[] = [];

  const touch = async (kind: AuditEntity, id: string, read: Watched['read']) => {
    const key = `${kind}/${id}`;
    if (!watched.has(key)) watched.set(key, { id, read, before: await read() });
  };
  const pipeline = (id: string) => touch('pipeline', id, () => readPipelineState(tx, id));
  const graph = (id: string) => touch('graph', id, () => readGraphState(tools, tx, id));
  const connection = (id: string) => touch('source', id, () => readConnectionState(tools, tx, id));
  const transform = (id: string) => touch('transform', id, () => readTransformState(tools, tx, id));
  const sample = (id: string) => touch('sample', id, () => readSampleState(tx, id));
  const file = (id: string) => touch('file', id, () => readFileState(tx, id));
  const role = (id: string) => touch('role', id, () => readRoleState(tx, id));
  const user = (id: string) => touch('user', id, () => readUserState(tx, id));
  const site = (id: string) => touch('site', id, () => readSiteState(tools, tx, id));
  const session = (id: string) => touch('session', id, () => readSessionState(tx, id));
  const touchSessions = async (userId: string) => {
    for (const { id } of await tx.sessions.ofUser(userId)) await session(id);
  };
  const features = () => touch('features', 'features', () => readFeatureState(tx));
  const alertRule = (id: string) => touch('alertRule', id, () => readAlertRuleState(tx, id));
  const alertChannel = (id: string) => touch('alertChannel', id, () => readAlertChannelState(tools, tx, id));
  const alertSilence = (id: string) => touch('alertSilence', id, () => readAlertSilenceState(tx, id));
  const savedQuery = (id: string) => touch('query', id, () => readSavedQueryState(tx, id));
  const dashboard = (id: string) => touch('dashboard', id, () => readDashboardState(tx, id));
  const report = (id: string) => touch('report', id, () => readReportState(tx, id));
  const changeset = (id: string) => touch('pullRequest', id, () => readChangesetState(tx, id));
  const draftChange = (owner: DraftOwner, id: string) =>
    touch('pullRequest', id, () => readDraftChangeState(tx, owner, id));
  const fleet = (id: string) => touch('fleet', id, () => readFleetState(tx, id));
  const fleetToken = (id: string) => touch('fleetToken', id, () => readFleetTokenState(tx, id));
  const agent = (id: string) => touch('agent', id, () => readAgentState(tx, id));
  const configuration = (id: string) => touch('configuration', id, () => readConfigurationState(tx, id));
  const rollout = (id: string) => touch('rollout', id, () => readRolloutState(tx, id));
  const hydration = (id: string) => touch('hydration', id, () => readHydrationState(tx, id));
  const apiKey = (id: string) => touch('apiKey', id, () => readApiKeyState(tools, tx, id));

  const noteErrors = async (pipelineIds: string[], choice: ErrorChoice, acknowledged: boolean) => {
    for (const id of pipelineIds) {
      const state = await readPipelineState(tx, id);
      noted.push({
        entity: 'errors',
        id,
        name: state?.name ?? '',
        siteId: state?.siteId ?? '',
        before: { acknowledged: !acknowledged },
        after: {
          acknowledged,
          ...(choice.componentIds ? { componentIds: choice.componentIds } : {}),
          ...(choice.ids ? { errorIds: choice.ids } : {}),
        },
      });
    }
  };

  const repositories: Repositories = {
    ...tx,
    pipelines: observeWrites(tx.pipelines, {
      insert: (row) => pipeline(row.id),
      update: pipeline,
      setLifecycle: pipeline,
    }),
    deployments: observeWrites(tx.deployments, { put: (row) => pipeline(row.pipeline_id) }),
    versions: observeWrites(tx.versions, { insert: (version) => graph(version.pipeline_id) }),
    nodes: observeWrites(tx.nodes, {
      insert: (row) => connection(row.id),
      update: (row) => connection(row.id),
    }),
    transforms: observeWrites(tx.transforms, {
      insertMany: async (rows) => {
        for (const row of rows) await transform(row.id);
      },
      remove: transform,
    }),
    samples: observeWrites(tx.samples, {
      insert: (row) => sample(row.id),
      update: (row) => sample(row.id),
      remove: sample,
    }),
    assets: observeWrites(tx.assets, {
      insert: (row) => file(row.id),
      update: (row) => file(row.id),
      remove: file,
    }),
    sites: observeWrites(tx.sites, {
      insert: (row) => site(row.id),
      update: (row) => site(row.id),
      remove: site,
    }),
    remoteEngines: observeWrites(tx.remoteEngines, {
      put: (row) => touch('site', row.site_id, () => readRemoteEngineState(tx, row.site_id)),
    }),
    savingPrices: observeWrites(tx.savingPrices, {
      put: (row) => touch('site', row.site_id, () => readSavingPriceState(tx, row.site_id)),
    }),
    roles: observeRows(tx.roles, role),
    users: observeRows(tx.users, user),
    apiKeys: observeWrites(tx.apiKeys, {
      insert: (row) => apiKey(row.id),
      update: (row) => apiKey(row.id),
      deleteOfUser: async (userId) => {
        for (const row of await tx.apiKeys.list()) if (row.created_by === userId) await apiKey(row.id);
      },
    }),
    sessions: observeWrites(tx.sessions, {
      insert: (row) => session(row.id),
      delete: session,
      deleteOfUser: touchSessions,
    }),
    sso: observeWrites(tx.sso, { put: () => touch('sign-in', 'sso', () => readSsoState(tools, tx)) }),
    conversations: observeWrites(tx.conversations, {
      delete: (userId, id) =>
        touch('assistant', id, async () =>
          (await tx.conversations.find(userId, id)) ? CONVERSATION_STATE : undefined,
        ),
    }),
    assistantEndpoint: observeWrites(tx.assistantEndpoint, {
      put: () => touch('assistant', 'assistant', () => readAssistantState(tools, tx)),
    }),
    features: observeWrites(tx.features, { put: () => features(), remove: () => features() }),
    preferences: observeWrites(tx.preferences, {
      put: (row) => touch('preferences', row.user_id, () => readPreferencesState(tx, row.user_id)),
    }),
    alertRules: observeRows(tx.alertRules, alertRule),
    alertChannels: observeRows(tx.alertChannels, alertChannel),
    alertSilences: observeWrites(tx.alertSilences, {
      insert: (row) => alertSilence(row.id),
      update: (row) => alertSilence(row.id),
    }),
    savedQueries: observeRows(tx.savedQueries, savedQuery),
    dashboards: observeRows(tx.dashboards, dashboard),
    reports: observeRows(tx.reports, report),
    reportRuns: observeWrites(tx.reportRuns, {
      insert: async ({ id, report_id, name, site_id, recipients }) => {
        const after = { run: id, recipients: JSON.parse(recipients) };
        noted.push({ entity: 'report', id: report_id, name, siteId: site_id, before: null, after });
      },
    }),
    hydrations: observeWrites(tx.hydrations, {
      insert: (row) => hydration(row.id),
      update: hydration,
    }),
    changesets: observeWrites(tx.changesets, {
      insert: (row) => changeset(row.id),
      update: changeset,
    }),
    changesetDrafts: observeWrites(tx.changesetDrafts, {
      put: ({ site_id: siteId, user_id: userId, entity_id: id }) => draftChange({ siteId, userId }, id),
      remove: async (owner, ids) => {
        const kept = (await tx.changesetDrafts.list(owner)).map((row) => row.entity_id);
        for (const id of kept) if (!ids || ids.includes(id)) await draftChange(owner, id);
      },
    }),
    fleets: observeRows(tx.fleets, fleet),
    fleetTokens: observeWrites(tx.fleetTokens, {
      insert: (row) => fleetToken(row.id),
      expire: fleetToken,
      revoke: fleetToken,
    }),
    fleetAgents: observeWrites(tx.fleetAgents, {
      setLabels: agent,
      moveTo: agent,
      setCredential: agent,
      delete: agent,
    }),
    fleetConfigurations: observeRows(tx.fleetConfigurations, configuration),
    fleetRollouts: observeWrites(tx.fleetRollouts, {
      insert: (row) => rollout(row.id),
      update: (row) => rollout(row.id),
    }),
    alerts: {
      ...tx.alerts,
      acknowledge: async (ids, by) => {
        await tx.alerts.acknowledge(ids, by);
        const [first] = ids;
        if (first === undefined) return;
        const event = await tx.alerts.findEvent(first);
        noted.push({
          entity: 'alerts',
          id: first,
          name: ids.length === 1 ? (event?.name ?? '') : `${ids.length} alerts`,
          siteId: event?.site_id ?? '',
          before: { acknowledged: false },
          after: { acknowledged: true, alerts: ids.length },
        });
      },
    },
    notifications: {
      ...tx.notifications,
      markRead: async (ids, userId, at) => {
        await tx.notifications.markRead(ids, userId, at);
        if (ids.length === 0) return;
        const { rows } = await tx.notifications.list({ ids: ids.slice(0, 1) }, userId, ONE);
        const [first] = rows;
        noted.push({
          entity: 'notifications',
          id: first?.id ?? '',
          name: ids.length === 1 ? (first?.message ?? '') : `${ids.length} notifications`,
          siteId: first?.site_id ?? '',
          before: { acknowledged: false },
          after: { acknowledged: true, notifications: ids.length },
        });
      },
    },
    errors: {
      ...tx.errors,
      acknowledge: async (choice, by) => {
        const pipelineIds = await tx.errors.acknowledge(choice, by);
        await noteErrors(pipelineIds, choice, true);
        return pipelineIds;
      },
      unacknowledge: async (choice) => {
        const pipelineIds = await tx.errors.unacknowledge(choice);
        await noteErrors(pipelineIds, choice, false);
        return pipelineIds;
      },
    },
  };
  return {
    tx: repositories,
    changes: async () => {
      const found: FoundChange[] = [];
      for (const { id, before, read } of watched.values()) {
        const change = toChange(id, before, await read());
        if (change) found.push(change);
      }
      return [...found, ...noted];
    },
  };
}

type State = Record<string, unknown>;

/** Both states without equal parts, at every depth; lists compare whole. */
function findDifferences(before: State, after: State): { before: State; after: State } | undefined {
  const former: State = {};
  const later: State = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[key];
    const other = after[key];
    if (isRecord(one) && isRecord(other)) {
      const inside = findDifferences(one, other);
      if (!inside) continue;
      former[key] = inside.before;
      later[key] = inside.after;
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      if (one !== undefined) former[key] = one;
      if (other !== undefined) later[key] = other;
    }
  }
  return Object.keys(former).length + Object.keys(later).length > 0
    ? { before: former, after: later }
    : undefined;
}
