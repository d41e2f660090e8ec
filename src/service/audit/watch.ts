import type { AuditChange, AuditEntity } from '../../contract/entities/audit.ts';
import type { Services } from '../services.ts';
import type { ErrorChoice } from '../store/errors.ts';
import type { Repositories } from '../store/index.ts';
import {
  apiKeyState,
  preferencesState,
  roleState,
  sessionState,
  ssoState,
  userState,
} from './access-states.ts';
import { differing } from './differing.ts';
import { remoteEngineState, savingPriceState, siteState } from './site-states.ts';
import type { AuditState } from './state.ts';
import {
  connectionStateOf,
  fileState,
  graphState,
  pipelineState,
  sampleState,
  transformState,
} from './states.ts';

type Watched = { before: AuditState | undefined; read: () => Promise<AuditState | undefined>; id: string };

export type FoundChange = AuditChange & { siteId: string };

const ONE = { offset: 0, limit: 1, descending: true };

/** A transaction whose writes are seen: what they change can be told with before and after. */
export type Watch = {
  tx: Repositories;
  /** What was changed so far, in the order it was first touched; things that ended as they were are left out. */
  changes(): Promise<FoundChange[]>;
};

function changeOf(id: string, before: AuditState | undefined, after: AuditState | undefined) {
  const state = after ?? before;
  if (!state) return undefined;
  const differs =
    before && after
      ? differing(before.fields, after.fields)
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

/** The repository with the methods named seen before they write: `touches` is given what the method is. */
function seenBefore<R extends object>(repository: R, touches: Touches<R>): R {
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

/**
 * The one place where changes are seen: every repository method that a person's call writes with. What the
 * engine counts is no change of a person and passes by.
 */
export function watchWrites(tools: Pick<Services, 'catalogue' | 'sealer'>, tx: Repositories): Watch {
  const watched = new Map<string, Watched>();
  const told: FoundChange[] = [];

  const touch = async (kind: AuditEntity, id: string, read: Watched['read']) => {
    const key = `${kind}/${id}`;
    if (!watched.has(key)) watched.set(key, { id, read, before: await read() });
  };
  const pipeline = (id: string) => touch('pipeline', id, () => pipelineState(tx, id));
  const graph = (id: string) => touch('graph', id, () => graphState(tools, tx, id));
  const connection = (id: string) => touch('source', id, () => connectionStateOf(tools, tx, id));
  const transform = (id: string) => touch('transform', id, () => transformState(tools, tx, id));
  const sample = (id: string) => touch('sample', id, () => sampleState(tx, id));
  const file = (id: string) => touch('file', id, () => fileState(tx, id));
  const role = (id: string) => touch('role', id, () => roleState(tx, id));
  const user = (id: string) => touch('user', id, () => userState(tx, id));
  const site = (id: string) => touch('site', id, () => siteState(tools, tx, id));
  const session = (id: string) => touch('session', id, () => sessionState(tx, id));
  const sessionsOf = async (userId: string) => {
    for (const { id } of await tx.sessions.ofUser(userId)) await session(id);
  };
  const apiKey = (id: string) => touch('apiKey', id, () => apiKeyState(tools, tx, id));

  const tellErrors = async (pipelineIds: string[], choice: ErrorChoice, acknowledged: boolean) => {
    for (const id of pipelineIds) {
      const state = await pipelineState(tx, id);
      told.push({
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
    pipelines: seenBefore(tx.pipelines, {
      insert: (row) => pipeline(row.id),
      update: pipeline,
      setLifecycle: pipeline,
    }),
    deployments: seenBefore(tx.deployments, { put: (row) => pipeline(row.pipeline_id) }),
    versions: seenBefore(tx.versions, { insert: (version) => graph(version.pipeline_id) }),
    nodes: seenBefore(tx.nodes, { insert: (row) => connection(row.id), update: (row) => connection(row.id) }),
    transforms: seenBefore(tx.transforms, {
      insertMany: async (rows) => {
        for (const row of rows) await transform(row.id);
      },
    }),
    samples: seenBefore(tx.samples, {
      insert: (row) => sample(row.id),
      update: (row) => sample(row.id),
      remove: sample,
    }),
    assets: seenBefore(tx.assets, {
      insert: (row) => file(row.id),
      update: (row) => file(row.id),
      remove: file,
    }),
    sites: seenBefore(tx.sites, {
      insert: (row) => site(row.id),
      update: (row) => site(row.id),
      remove: site,
    }),
    remoteEngines: seenBefore(tx.remoteEngines, {
      put: (row) => touch('site', row.site_id, () => remoteEngineState(tx, row.site_id)),
    }),
    savingPrices: seenBefore(tx.savingPrices, {
      put: (row) => touch('site', row.site_id, () => savingPriceState(tx, row.site_id)),
    }),
    roles: seenBefore(tx.roles, {
      insert: (row) => role(row.id),
      update: (row) => role(row.id),
      delete: role,
    }),
    users: seenBefore(tx.users, {
      insert: (row) => user(row.id),
      update: (row) => user(row.id),
      delete: user,
    }),
    apiKeys: seenBefore(tx.apiKeys, {
      insert: (row) => apiKey(row.id),
      update: (row) => apiKey(row.id),
      deleteOfUser: async (userId) => {
        for (const row of await tx.apiKeys.list()) if (row.created_by === userId) await apiKey(row.id);
      },
    }),
    sessions: seenBefore(tx.sessions, {
      insert: (row) => session(row.id),
      delete: session,
      deleteOfUser: sessionsOf,
    }),
    sso: seenBefore(tx.sso, { put: () => touch('sign-in', 'sso', () => ssoState(tools, tx)) }),
    preferences: seenBefore(tx.preferences, {
      put: (row) => touch('preferences', row.user_id, () => preferencesState(tx, row.user_id)),
    }),
    notifications: {
      ...tx.notifications,
      markRead: async (ids, userId, at) => {
        await tx.notifications.markRead(ids, userId, at);
        if (ids.length === 0) return;
        const { rows } = await tx.notifications.list({ ids: ids.slice(0, 1) }, userId, ONE);
        const [first] = rows;
        told.push({
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
        await tellErrors(pipelineIds, choice, true);
        return pipelineIds;
      },
      unacknowledge: async (choice) => {
        const pipelineIds = await tx.errors.unacknowledge(choice);
        await tellErrors(pipelineIds, choice, false);
        return pipelineIds;
      },
    },
  };
  return {
    tx: repositories,
    changes: async () => {
      const found: FoundChange[] = [];
      for (const { id, before, read } of watched.values()) {
        const change = changeOf(id, before, await read());
        if (change) found.push(change);
      }
      return [...found, ...told];
    },
  };
}
