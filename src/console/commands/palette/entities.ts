import { bestFirst, type PaletteCommand } from '../../../../machines/command-palette/index.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import { paths } from '../../app/paths.ts';
import type { IconName } from '../../widgets/icons/icon-table.ts';

/** The live channel tells when names change. */
const NAMES_FRESH_MS = 60_000;

/** A thing that can be opened from the root page. */
export type Entity = PaletteCommand & { icon: IconName; path: string };

const entity = (kind: string, icon: IconName, id: string, name: string, path: string): Entity => ({
  id: `open:${id}`,
  title: name,
  group: kind,
  icon,
  path,
});

type PipelineNames = CallResponse<'listPipelineNames'>;
type NodeNames = CallResponse<'listNodeNames'>;

/** Made once for each answer: while the names are the same, the next opening has them at once. */
function rememberLast<Answer extends object>(make: (answer: Answer) => Entity[]) {
  const made = new WeakMap<Answer, Entity[]>();
  return (answer: Answer): Entity[] => {
    const known = made.get(answer) ?? make(answer);
    made.set(answer, known);
    return known;
  };
}

const pipelineEntities = rememberLast(({ sitePipelineNames }: PipelineNames) =>
  sitePipelineNames
    .flatMap((site) => site.pipelineNames)
    .map(({ id, name }) => entity('Pipeline', 'pipeline', id, name, paths.pipeline(id))),
);

const nodeEntities = rememberLast(({ nodeNames }: NodeNames) =>
  nodeNames.flatMap(({ id, name, nodeType }) => {
    if (nodeType === 'SOURCE') return [entity('Source', 'source', id, name, paths.source(id))];
    if (nodeType !== 'SINK') return [];
    return [entity('Destination', 'destination', id, name, paths.destinations({ destination: id }))];
  }),
);

/** Pipelines, sources and destinations of a site by name. What cannot be read is left out. */
export async function loadEntities(siteId: string): Promise<Entity[]> {
  const [pipelines, nodes] = await Promise.allSettled([
    fetchCall('listPipelineNames', { query: { siteIds: [siteId] } }, NAMES_FRESH_MS),
    fetchCall('listNodeNames', { query: { siteId, nodeTypes: ['SOURCE', 'SINK'] } }, NAMES_FRESH_MS),
  ]);
  return [
    ...(pipelines.status === 'fulfilled' ? pipelineEntities(pipelines.value) : []),
    ...(nodes.status === 'fulfilled' ? nodeEntities(nodes.value) : []),
  ];
}

/** Entities that fit, best first; at most 35, and whether there are more. */
export function matchingEntities(
  entities: readonly Entity[],
  query: string,
): { shown: Entity[]; hasMore: boolean } {
  if (query.trim() === '') return { shown: [], hasMore: false };
  const { best, count } = bestFirst(entities, query, SELECT_OPTION_CAP);
  return { shown: best, hasMore: count > best.length };
}
