import { bestFirst, type PaletteCommand } from '../../../../machines/command-palette/index.ts';
import { SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import { paths } from '../../app/paths.ts';
import type { IconName } from '../../widgets/icons/icon-table.ts';

/** A thing that can be opened from the root page. */
export type Entity = PaletteCommand & { icon: IconName; path: string };

const entity = (kind: string, icon: IconName, id: string, name: string, path: string): Entity => ({
  id: `open:${id}`,
  title: name,
  group: kind,
  icon,
  path,
});

/** Pipelines, sources and destinations of a site by name. What cannot be read is left out. */
export async function loadEntities(siteId: string): Promise<Entity[]> {
  const [pipelines, nodes] = await Promise.allSettled([
    fetchCall('listPipelineNames', { query: { siteIds: [siteId] } }),
    fetchCall('listNodeNames', { query: { siteId, nodeTypes: ['SOURCE', 'SINK'] } }),
  ]);
  const found: Entity[] = [];
  if (pipelines.status === 'fulfilled')
    for (const { id, name } of pipelines.value.sitePipelineNames.flatMap((site) => site.pipelineNames))
      found.push(entity('Pipeline', 'pipeline', id, name, paths.pipeline(id)));
  if (nodes.status === 'fulfilled')
    for (const { id, name, nodeType } of nodes.value.nodeNames) {
      if (nodeType === 'SOURCE') found.push(entity('Source', 'source', id, name, paths.source(id)));
      if (nodeType === 'SINK')
        found.push(entity('Destination', 'destination', id, name, paths.destinations({ destination: id })));
    }
  return found;
}

/** Entities that fit, best first; at most 35, and whether there are more. */
export function matchingEntities(
  entities: readonly Entity[],
  query: string,
): { shown: Entity[]; hasMore: boolean } {
  if (query.trim() === '') return { shown: [], hasMore: false };
  const matches = bestFirst(entities, query);
  return { shown: matches.slice(0, SELECT_OPTION_CAP), hasMore: matches.length > SELECT_OPTION_CAP };
}
