import { type PaletteCommand, sortBestFirst } from '../../../../machines/command-palette/index.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { IconName } from '../../lib/icons/icon-table.ts';
import { paths } from '../../lib/paths.ts';

/** The live channel invalidates names when they change. */
const NAMES_FRESH_MS = 60_000;

export type Entity = PaletteCommand & { icon: IconName; path: string };

const createEntity = (kind: string, icon: IconName, id: string, name: string, path: string): Entity => ({
  id: `open:${id}`,
  title: name,
  group: kind,
  icon,
  path,
});

type PipelineNames = CallResponse<'listPipelineNames'>;
type NodeNames = CallResponse<'listNodeNames'>;

/** Memoized, so that reopening the palette is instant. */
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
    .map(({ id, name }) => createEntity('Pipeline', 'pipeline', id, name, paths.pipeline(id))),
);

const nodeEntities = rememberLast(({ nodeNames }: NodeNames) =>
  nodeNames.flatMap(({ id, name, nodeType }) => {
    if (nodeType === 'SOURCE') return [createEntity('Source', 'source', id, name, paths.source(id))];
    if (nodeType !== 'SINK') return [];
    return [createEntity('Destination', 'destination', id, name, paths.destinations({ destination: id }))];
  }),
);

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

/** Best matches first, at most 35, and whether there are more. */
export function findMatchingEntities(
  entities: readonly Entity[],
  query: string,
): { shown: Entity[]; hasMore: boolean } {
  if (query.trim() === '') return { shown: [], hasMore: false };
  const { best, count } = sortBestFirst(entities, query, SELECT_OPTION_CAP);
  return { shown: best, hasMore: count > best.length };
}
