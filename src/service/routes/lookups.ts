import type { NodeType } from '../../contract/enums.ts';
import { requireSite } from '../domain/checks.ts';
import { transformEntity } from '../domain/rows.ts';
import { createTransforms } from '../domain/transforms.ts';
import type { Handlers } from '../http/call-context.ts';
import { pageOf } from '../store/query.ts';

type LookupCalls =
  | 'listTransforms'
  | 'createTransforms'
  | 'listNodeNames'
  | 'listPipelineNodeIds'
  | 'listNodePipelineIds';

export const lookupHandlers = {
  listTransforms: async ({ query, services, tx }) => {
    // Every transform is made by a person: other processor types have none.
    if (!query.processorTypes.includes('DATA_PROCESSOR')) {
      return { transforms: [], pagination: { totalCount: 0 } };
    }
    const filter = { ids: query.transformIds, siteIds: query.siteIds };
    const { rows, totalCount } = await tx.transforms.list(filter, pageOf(query));
    return {
      transforms: rows.map((row) => transformEntity(services, row, query.includeConfig)),
      pagination: { totalCount },
    };
  },

  createTransforms: async ({ body, services, tx, now }) => {
    const rows = await createTransforms(services, tx, body.transforms, now);
    return { transformIds: rows.map((row) => row.id) };
  },

  listNodeNames: async ({ query, tx }) => {
    await requireSite(tx, query.siteId);
    const wanted = (type: NodeType) => !query.nodeTypes || query.nodeTypes.includes(type);
    const { siteId, statuses } = query;
    const nodeNames = [];
    for (const kind of ['SOURCE', 'SINK'] as const) {
      if (!wanted(kind)) continue;
      const { rows } = await tx.nodes.list({ kind, siteIds: [siteId], statuses });
      nodeNames.push(...rows.map(({ id, name }) => ({ id, name, nodeType: kind })));
    }
    if (wanted('TRANSFORM')) {
      const { rows: pipelines } = await tx.pipelines.list({ siteIds: [siteId] });
      const nodes = await tx.versions.newestNodesOf(pipelines.map((row) => row.id));
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
