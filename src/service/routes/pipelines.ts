import { deletes } from '../../contract/calls/define.ts';
import type { Version } from '../../contract/entities/pipeline.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requestAction } from '../lifecycle/request.ts';
import { publishStatus } from '../lifecycle/transitions.ts';
import { createExample } from '../pipelines/example.ts';
import { readGraphEntity, saveGraph } from '../pipelines/graphs.ts';
import {
  createPipeline,
  NAME_EXISTS,
  readPipelineEntities,
  requirePipeline,
  toStateEntity,
} from '../pipelines/pipelines.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import { toPage } from '../store/query.ts';
import type { PipelineRow } from '../store/schema.ts';
import type { VersionRow } from '../store/versions.ts';

const toVersionEntity = (row: VersionRow): Version => ({
  version: row.version,
  name: row.name,
  deployedAt: formatTime(row.deployed_at),
  createdAt: formatTime(row.created_at),
  createdBy: row.created_by,
  changes: { renamed: 0, connections: 0, ...JSON.parse(row.changes) },
});

type Base = Omit<CallContext<'getPipeline'>, 'path' | 'query' | 'body'>;

const announce = ({ services, afterCommit }: Base, row: PipelineRow, change: 'created' | 'updated') =>
  afterCommit(() =>
    services.hub.publish({
      type: 'entity.changed',
      siteId: row.site_id,
      entity: 'pipeline',
      id: row.id,
      change,
    }),
  );

/** Publishes and carries out the pending action once stored. */
const begin = ({ services, afterCommit }: Base, row: PipelineRow) =>
  afterCommit(() => {
    publishStatus(services.hub, row);
    services.lifecycle.enqueue(row);
  });

const refuseDeleted = (row: PipelineRow): void => {
  if (row.status === 'DELETED') throw notFound('pipeline', row.id);
};

type PipelineCalls =
  | 'listPipelines'
  | 'listPipelineNames'
  | 'listPipelineStatuses'
  | 'getPipeline'
  | 'listVersions'
  | 'getGraph'
  | 'createPipeline'
  | 'createExamplePipeline'
  | 'updatePipeline'
  | 'saveGraph'
  | 'runPipelineAction';

export const pipelineHandlers = {
  listPipelines: async ({ query, services, tx }) => {
    const { siteIds, statuses, types, pipelineIds: ids, sourceIds, sinkIds } = query;
    const usingAnyOf = [sourceIds, sinkIds].filter((list) => list !== undefined);
    const page = toPage(query);
    const { rows, totalCount } = await tx.pipelines.list({ ids, siteIds, statuses, types, usingAnyOf }, page);
    return { pipelines: await readPipelineEntities(services, tx, rows), pagination: { totalCount } };
  },

  listPipelineNames: async ({ query, tx }) => {
    const rows = await tx.pipelines.names(query);
    const sitePipelineNames = [...Map.groupBy(rows, (row) => row.site_id)].map(([siteId, own]) => ({
      siteId,
      pipelineNames: own.map(({ id, name }) => ({ id, name })),
    }));
    return { sitePipelineNames };
  },

  listPipelineStatuses: async ({ query, tx }) => ({
    pipelineStatuses: (await tx.pipelines.states(query)).map(toStateEntity),
  }),

  getPipeline: async ({ path, services, tx, setEtag }) => {
    const row = await requirePipeline(tx, path.pipelineId);
    const [pipeline] = await readPipelineEntities(services, tx, [row]);
    if (!pipeline) throw notFound('pipeline', path.pipelineId);
    setEtag(row.revision);
    return { pipeline };
  },

  listVersions: async ({ path, tx }) => {
    await requirePipeline(tx, path.pipelineId);
    return { versions: (await tx.versions.list(path.pipelineId)).map(toVersionEntity) };
  },

  getGraph: async ({ path, query, services, tx, setEtag }) => {
    await requirePipeline(tx, path.pipelineId);
    const row = await tx.versions.find(path.pipelineId, path.graphVersion);
    if (!row) throw notFound('graph version', String(path.graphVersion));
    setEtag(row.version);
    return { graph: await readGraphEntity(services, tx, row, !query.filterInternalNodes) };
  },

  createPipeline: async ({ body, ...base }) => {
    const row = await createPipeline(base.services, base.tx, body.pipeline, base.now);
    announce(base, row, 'created');
    return { id: row.id, revision: row.revision };
  },

  createExamplePipeline: async ({ body, ...base }) => {
    const { services, tx, principal, now } = base;
    await requireSite(tx, body.siteId);
    const row = await createExample(services, tx, { siteId: body.siteId, by: principal.user.email, now });
    announce(base, row, 'created');
    begin(base, row);
    return { id: row.id };
  },

  updatePipeline: async ({ body, ...base }) => {
    const { tx, services, ifMatch, now } = base;
    const row = await requirePipeline(tx, body.pipeline.id);
    refuseDeleted(row);
    const [current] = await readPipelineEntities(services, tx, [row], false);
    requireVersion(ifMatch, row.revision, () => current);
    const { name = row.name, description = row.description, siteId = row.site_id } = body.pipeline;
    if (siteId !== row.site_id) {
      const message = 'must be the site of the pipeline, which never changes';
      throw invalid([{ field: 'pipeline.siteId', rule: 'same', message }]);
    }
    const taken = await tx.pipelines.findByName(row.site_id, name, row.id);
    requireFreeName(taken, 'pipeline.name', NAME_EXISTS);
    const revision = row.revision + 1;
    await tx.pipelines.update(row.id, { name, description, revision, updated_at: now });
    announce(base, row, 'updated');
    return { revision };
  },

  saveGraph: async ({ body, ...base }) => {
    const { tx, services, ifMatch, now, principal } = base;
    const row = await requirePipeline(tx, body.pipelineId);
    refuseDeleted(row);
    if (body.versionInfo.pipelineId !== body.pipelineId) {
      const message = 'must be the pipelineId of the call';
      throw invalid([{ field: 'versionInfo.pipelineId', rule: 'same', message }]);
    }
    const newest = await tx.versions.find(row.id, row.latest_graph_version);
    const current = newest ? await readGraphEntity(services, tx, newest) : { pipelineId: row.id, version: 0 };
    requireVersion(ifMatch, row.latest_graph_version, () => current);
    const saved = await saveGraph(services, tx, row, body, { name: principal.user.email, now });
    announce(base, row, 'updated');
    base.setEtag(saved.version);
    return { graph: await readGraphEntity(services, tx, saved) };
  },

  runPipelineAction: async ({ body, ...base }) => {
    const { tx, services, principal, now } = base;
    const { action, graphVersion, forceDeploy: isForced } = body;
    const row = await requirePipeline(tx, body.pipelineId);
    const permitted = action === 'DELETE' ? permits(principal, deletes('PIPELINES'), row.site_id) : true;
    if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
    const by = principal.user.email;
    const after = await requestAction(tx, row, {
      action,
      graphVersion,
      isForced,
      by,
      now,
      remoteEngines: services.remoteEngines,
      collectorSites: services.collectorSites,
    });
    begin(base, after);
    const [pipeline] = await readPipelineEntities(services, tx, [after], false);
    if (!pipeline) throw notFound('pipeline', body.pipelineId);
    return { pipeline };
  },
} satisfies Pick<Handlers, PipelineCalls>;
