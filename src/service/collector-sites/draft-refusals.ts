import { type NodeRefusal, type RenderedNode, renderGraph } from '../../collector/render.ts';
import type { DraftGraph } from '../../contract/calls/preview.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { withoutColumns } from '../store/query.ts';
import { parseConfig } from '../store/sealing.ts';

/**
 * What Collectors would do differently in an edited graph. Sources and destinations are as stored, without
 * secrets; unfinished forms are checked as they are.
 */
export async function findDraftRefusals(
  { catalogue }: Pick<Services, 'catalogue'>,
  tx: Repositories,
  siteId: string,
  { nodes, edges, metaInfo }: DraftGraph,
): Promise<NodeRefusal[]> {
  const stored = new Map(
    (await tx.nodes.findMany(Object.keys(nodes)))
      .filter((row) => row.site_id === siteId)
      .map((row) => [row.id, row]),
  );
  const rendered = Object.entries(nodes).map(([id, node]): RenderedNode => {
    const row = node.nodeType === 'TRANSFORM' ? undefined : stored.get(id);
    if (!row) return { id, ...node };
    const config = catalogue
      .secretFields(row.template_id)
      .reduce<Record<string, unknown>>((rest, field) => withoutColumns(rest, field), parseConfig(row));
    return { id, ...node, config };
  });
  return renderGraph({ name: '', nodes: rendered, edges, metaInfo: metaInfo ?? {} }).refusals;
}
