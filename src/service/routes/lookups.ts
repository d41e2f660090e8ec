import type { NodeType } from '../../contract/enums.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Handlers } from '../http/call-context.ts';
import { deleteTransform, updateTransform } from '../pipelines/one-transform.ts';
import { createTransforms, listArchiveRecords, toTransformEntity } from '../pipelines/transforms.ts';
import { requireSite } from '../require.ts';
import { toPage } from '../store/query.ts';

type LookupCalls =
  | 'listTransforms'
  | 'createTransforms'
  | 'createTransform'
  | 'updateTransform'
  | 'deleteTransform'
  | 'listNodeNames'
  | 'listPipelineNodeIds'
  | 'listNodePipelineIds';

export const lookupHandlers = {
  listTransforms: async ({ query, services, tx }) => {
    const filter = { ids: query.transformIds, siteIds: query.siteIds };
    const page = toPage(query);
    const types = new Set(query.processorTypes);
    const made = types.has('DATA_PROCESSOR')
      ? await tx.transforms.list(filter, page)
      : { rows: [], totalCount: 0 };
    // After people's transforms, so that their pages do not move.
    const internal = types.has('GENERIC_PREPROCESSOR') ? await listArchiveRecords(tx, filter) : [];
    const from = Math.max(0, page.offset - made.totalCount);
    return {
      transforms: [
        ...made.rows.map((row) => toTransformEntity(services, row, query.includeConfig)),
        ...internal.slice(from, from + page.limit - made.rows.length),
      ],
      pagination: { totalCount: made.totalCount + internal.length },
    };
  },

  createTransforms: async ({ body, services, tx, now }) => {
    const { rows, unfinishedIds } = await createTransforms(services, tx, body.transforms, now);
    return { transformIds: rows.map((row) => row.id), unfinishedIds };
  },

  createTransform: async ({ body, services, tx, now }) => {
    const [row] = (await createTransforms(services, tx, [body.transform], now, () => 'transform')).rows;
    return { id: row?.id ?? '' };
  },

  updateTransform: async ({ body, ...base }) => {
    const { tx, services, ifMatch, now, principal } = base;
    const by = { name: principal.user.email, now };
    const changed = await updateTransform(services, tx, body.transform, ifMatch, by);
    base.setEtag(changed.graphVersion);
    base.afterCommit(() =>
      services.hub.publish({ ...changed.news, type: 'entity.changed', change: 'updated' }),
    );
    return { id: changed.id, graphVersion: changed.graphVersion };
  },

  deleteTransform: async ({ path, tx }) => {
    await deleteTransform(tx, path.id);
    return {};
  },

  listNodeNames: async ({ query, services, tx }) => {
    await requireSite(tx, query.siteId);
    const wanted = (type: NodeType) => !query.nodeTypes || query.nodeTypes.includes(type);
    const { siteId, statuses } = query;
    const nodeNames = [];
    const { rows: pipelines } = await tx.pipelines.list({ siteIds: [siteId] });
    const nodes = await tx.versions.newestNodesOf(pipelines.map((row) => row.id));
    const used = new Set(nodes.map((node) => node.node_id));
    for (const kind of ['SOURCE', 'SINK'] as const) {
      if (!wanted(kind)) continue;
      const { rows } = await tx.nodes.list({ kind, siteIds: [siteId], statuses });
      const isReadable = mayReadNodes(services.caller, kind, siteId);
      const shown = rows.filter(({ id }) => isReadable || used.has(id));
      nodeNames.push(...shown.map(({ id, name }) => ({ id, name, nodeType: kind })));
    }
    if (wanted('TRANSFORM')) {
      const ids = nodes.filter((node) => node.node_type === 'TRANSFORM').map((node) => node.node_id);
      const transforms = await tx.transforms.findMany(ids);
      nodeNames.push(...transforms.map(({ id, name }) => ({ id, name, nodeType: 'TRANSFORM' as const })));
    }
    return { nodeNames };
  },

  listPipelineNodeIds: async ({ query, tx }) => {
    const { rows } = await tx.pipelines.list({ ...query, ids: query.pipelineIds });
    const nodes = await tx.versions.newestNodesOf(rows.map((row) => row.id));
    const byPipeline = Map.groupBy(nodes, (node) => node.pipeline_id);
    const entries = rows.map((row) => {
      return [row.id, { nodeIds: (byPipeline.get(row.id) ?? []).map((node) => node.node_id) }] as const;
    });
    return { pipelineNodeIdsMap: Object.fromEntries(entries) };
  },

  listNodePipelineIds: async ({ query, tx }) => {
    const nodePipelineIds = [];
    for (const nodeId of query.nodeIds ?? []) {
      const { rows } = await tx.pipelines.list({ ...query, usingAnyOf: [[nodeId]] });
      nodePipelineIds.push({ nodeId, pipelineIds: rows.map((row) => row.id) });
    }
    return { nodePipelineIds };
  },
} satisfies Pick<Handlers, LookupCalls>;
