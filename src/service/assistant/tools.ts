import type { ChatFunctionType, ChatLink, ChatMetadata } from '../../contract/assistant.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { SuggestOutcome, SuggestRequest } from '../../contract/calls/suggestions.ts';
import type { Pipeline, PipelineState } from '../../contract/entities/pipeline.ts';
import type { Site } from '../../contract/entities/site.ts';
import { ContractError } from '../../contract/errors.ts';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import type { Reading } from './reading.ts';
import type { ReadAs } from './reading-calls.ts';
import type { Facts, KnownNode } from './understand.ts';

export type Part = {
  text?: string;
  functionType?: ChatFunctionType;
  metadata?: Omit<ChatMetadata, 'turn'>;
};

export type Answer = AsyncGenerator<Part, void, undefined>;

/** Harmless calls, with the person's rights. */
export type Tools = {
  call: ReadAs;
  /** True, or what the person lacks for that call. */
  may(id: CallId): true | string;
  /** @throws ContractError QUERY_TIMEOUT, TOO_MANY_REQUESTS */
  readSentence(text: string, facts: Facts): Promise<Reading>;
  /** Settings that fit lines. @throws ContractError QUERY_TIMEOUT */
  suggestSteps(request: SuggestRequest): Promise<SuggestOutcome>;
  /** @throws ContractError */
  readYaml(text: string): Promise<unknown>;
  toYaml(value: unknown): Promise<string>;
  siteId: string;
  now: () => number;
  shownRange: ShownRange | undefined;
  /** May propose sources and destinations (flag `chatAssistantSource`). */
  makesConnections: boolean;
};

/** Needed of every pipeline; graph and figures are read on demand. */
export type KnownPipeline = PipelineState & Pick<Pipeline, 'name'>;

export type Known = Omit<Facts, 'pipelines'> & {
  site: Site | undefined;
  pipelines: readonly KnownPipeline[];
  sources: readonly KnownNode[];
  sinks: readonly KnownNode[];
};

const ALL = { 'pagination.limit': PAGE_LIMIT_MAX };

/** Unreadable things are unknown; any other refusal must not look like an empty site. */
const orNothing = async <T>(read: Promise<T[]>): Promise<T[]> =>
  read.catch((error: unknown) => {
    if (error instanceof ContractError && ['FORBIDDEN', 'NOT_FOUND'].includes(error.code)) return [];
    throw error;
  });

/** Names and states only: whole pipelines would include nodes and savings. */
async function readPipelines({ call, siteId }: Pick<Tools, 'call' | 'siteId'>): Promise<KnownPipeline[]> {
  const query = { siteIds: [siteId] };
  const [names, states] = await Promise.all([
    call('listPipelineNames', { query }),
    call('listPipelineStatuses', { query }),
  ]);
  const byId = new Map(states.data.pipelineStatuses.map((state) => [state.id, state]));
  return names.data.sitePipelineNames
    .flatMap(({ pipelineNames }) => pipelineNames)
    .flatMap(({ id, name }) => {
      const state = byId.get(id);
      return state ? { ...state, name } : [];
    });
}

export async function readKnown({ call, siteId }: Pick<Tools, 'call' | 'siteId'>): Promise<Known> {
  const query = { siteIds: [siteId], ...ALL };
  const [pipelines, sources, sinks, sites] = await Promise.all([
    orNothing(readPipelines({ call, siteId })),
    orNothing(
      call('listSources', { query: { ...query, includeConfig: false } }).then(({ data }) => data.sources),
    ),
    orNothing(
      call('listSinks', { query: { ...query, includeConfig: false } }).then(({ data }) => data.sinks),
    ),
    orNothing(call('listSites', { query: ALL }).then(({ data }) => data.sites)),
  ]);
  return { pipelines, sources, sinks, site: sites.find(({ id }) => id === siteId) };
}

export const toPipelineLink = ({ id, name }: Pick<Pipeline, 'id' | 'name'>): ChatLink => ({
  kind: 'pipeline',
  id,
  label: name,
});

export const toRange = (now: number, seconds: number) => {
  // The running second counts.
  const end = Math.floor(now / 1000) + 1;
  return { 'timeRange.startUnixTimeSeconds': end - seconds, 'timeRange.endUnixTimeSeconds': end };
};

export type Span = { range: ReturnType<typeof toRange>; words: string };

export type ShownRange = { start: number; end: number };

/** A range ending this recently ends now, as presets do. */
const NOW_SECONDS = 120;

export function chooseSpan(
  { seconds, namesTime }: { seconds: number; namesTime: boolean },
  { shownRange, now }: Pick<Tools, 'shownRange' | 'now'>,
): Span {
  if (namesTime || !shownRange) return { range: toRange(now(), seconds), words: describeSpan(seconds) };
  const { start, end } = shownRange;
  const isUpToNow = end > now() / 1000 - NOW_SECONDS;
  return {
    range: { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end },
    words: isUpToNow
      ? `${describeSpan(Math.max(60, Math.round((end - start) / 60) * 60))}, as on the screen`
      : 'the time range on the screen',
  };
}

/** `the last hour`, `the last 2 hours`, `the last 30 minutes`. */
export function describeSpan(seconds: number): string {
  const [size, unit] =
    seconds % 86_400 === 0 ? [86_400, 'day'] : seconds % 3600 === 0 ? [3600, 'hour'] : [60, 'minute'];
  const count = Math.round(seconds / size);
  return count === 1 ? `the last ${unit}` : `the last ${count} ${unit}s`;
}
