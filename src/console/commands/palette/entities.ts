import { type PaletteCommand, sortBestFirst } from '../../../../machines/command-palette/index.ts';
import { formatRange } from '../../../../machines/time-filter/index.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { paths } from '../../lib/paths.ts';
import { formatTimeRangeTitle } from '../../state/time-filter.ts';
import type { CommandArgs } from '../types.ts';
import { readTimeText } from './time-page.ts';

type Template = { id: string; name: string; group: string };

/** A component type as a row, so that `syslog` leads to a new syslog source. */
export const createTypeRow = (kind: 'Source' | 'Destination', { id, name, group }: Template) =>
  ({
    id: `add:${kind}:${id}`,
    title: `Add ${kind.toLowerCase()}: ${name}`,
    group: 'Create',
    icon: 'plus' as const,
    keywords: [
      id.replaceAll('_', ' '),
      group,
      'new',
      ...(kind === 'Source' ? ['input', 'from', 'receive'] : ['output', 'sink', 'send to', 'write to']),
    ],
    path: kind === 'Source' ? paths.sources({ create: id }) : paths.destinations({ create: id }),
  }) satisfies PaletteCommand & { icon: string; path: string };

/** The live channel invalidates names when they change. */
const NAMES_FRESH_MS = 60_000;

export type Entity = PaletteCommand & {
  icon: IconName;
  path: string;
  /** Runs this instead of opening the path. */
  run?: { command: string; args: CommandArgs };
};

export const TIME_ID = 'time:typed';

/** `last 15m` as a row that sets the time range. */
export function findTimeEntity(query: string): Entity | undefined {
  const text = query.trim();
  const { range } = /\d/.test(text) && /\p{L}/u.test(text) ? readTimeText(text) : {};
  if (!range) return undefined;
  const run = { command: 'time.select', args: { range: formatRange(range) } };
  const title = `Time range: ${formatTimeRangeTitle(range)}`;
  return { id: TIME_ID, title, group: 'View', icon: 'clock', path: '', keywords: [text], run };
}

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

const sourceTypes = rememberLast(({ sourceTemplates }: CallResponse<'listSourceTemplates'>) =>
  sourceTemplates.map((template) => createTypeRow('Source', template)),
);
const sinkTypes = rememberLast(({ sinkTemplates }: CallResponse<'listSinkTemplates'>) =>
  sinkTemplates.map((template) => createTypeRow('Destination', template)),
);

/** Everything that can be opened by its name. */
export type Entities = { list: readonly Entity[]; byId: ReadonlyMap<string, Entity> };

const NONE: readonly Entity[] = [];
export const NO_ENTITIES: Entities = { list: NONE, byId: new Map() };

let lastJoined: { parts: readonly (readonly Entity[])[]; all: Entities } | undefined;

/** Stays the same object between openings, with data prepared for ranking. */
function join(parts: readonly (readonly Entity[])[]): Entities {
  if (lastJoined?.parts.every((part, at) => part === parts[at])) return lastJoined.all;
  const list = parts.flat();
  lastJoined = { parts, all: { list, byId: new Map(list.map((item) => [item.id, item])) } };
  return lastJoined.all;
}

export async function loadEntities(siteId: string): Promise<Entities> {
  const [pipelines, nodes, sources, sinks] = await Promise.allSettled([
    fetchCall('listPipelineNames', { query: { siteIds: [siteId] } }, NAMES_FRESH_MS),
    fetchCall('listNodeNames', { query: { siteId, nodeTypes: ['SOURCE', 'SINK'] } }, NAMES_FRESH_MS),
    fetchCall('listSourceTemplates', { query: {} }, NAMES_FRESH_MS),
    fetchCall('listSinkTemplates', { query: {} }, NAMES_FRESH_MS),
  ]);
  return join([
    pipelines.status === 'fulfilled' ? pipelineEntities(pipelines.value) : NONE,
    nodes.status === 'fulfilled' ? nodeEntities(nodes.value) : NONE,
    sources.status === 'fulfilled' ? sourceTypes(sources.value) : NONE,
    sinks.status === 'fulfilled' ? sinkTypes(sinks.value) : NONE,
  ]);
}

/** At most 35, best matches first, and whether there are more. */
export function findMatchingEntities(
  entities: readonly Entity[],
  query: string,
): { shown: Entity[]; hasMore: boolean } {
  if (query.trim() === '') return { shown: [], hasMore: false };
  const { best, hasMore } = sortBestFirst(entities, query, SELECT_OPTION_CAP);
  return { shown: best, hasMore };
}
