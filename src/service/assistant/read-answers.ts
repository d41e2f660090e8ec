import { getDisplay, isRunning } from '../../../machines/pipeline-lifecycle/index.ts';
import { parseErrorText } from '../../contract/errors.ts';
import { formatBytes, formatFigure } from '../../contract/figures.ts';
import { counted } from '../../contract/values.ts';
import { compareVolume } from './compare-volume.ts';
import {
  type Answer,
  type Known,
  type KnownPipeline,
  type Span,
  type Tools,
  toPipelineLink,
} from './tools.ts';
import type { Intent, KnownNode } from './understand.ts';

const MOST_LINES = 12;

const list = (lines: readonly string[]): string => {
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
};

const volume = (bytes: unknown): string => formatFigure(formatBytes(Number(bytes)));

export async function* answerList(
  { status }: Extract<Intent, { kind: 'list' }>,
  { pipelines }: Known,
): Answer {
  const fits: Record<typeof status, (one: KnownPipeline) => boolean> = {
    all: () => true,
    paused: (one) => one.status === 'PAUSED',
    bypassed: (one) => one.status === 'BYPASSED',
    running: isRunning,
    failing: () => true,
  };
  const found = pipelines.filter(fits[status]);
  const word = status === 'all' ? '' : ` ${status}`;
  if (found.length === 0) {
    yield {
      text: status === 'all' ? 'This site has no pipelines yet.' : `No pipeline is${word} on this site.`,
    };
    return;
  }
  yield {
    text: `${counted(found.length, 'pipeline')}${word === '' ? '' : ` ${found.length === 1 ? 'is' : 'are'}${word}`}:\n${list(
      found.map((one) => `${one.name}: ${getDisplay(one).label}`),
    )}`,
    metadata: { links: found.slice(0, MOST_LINES).map(toPipelineLink) },
  };
}

export async function* answerUses(node: KnownNode, { call }: Tools, known: Known): Answer {
  yield { metadata: { step: `Read which pipelines use '${node.name}'` } };
  const { data } = await call('listNodePipelineIds', { query: { nodeIds: [node.id] } });
  const ids = data.nodePipelineIds.flatMap(({ pipelineIds }) => pipelineIds);
  const users = known.pipelines.filter(({ id }) => ids.includes(id));
  const isSource = known.sources.some(({ id }) => id === node.id);
  const verb = isSource ? 'read from' : 'write to';
  if (users.length === 0) {
    yield { text: `No pipeline ${isSource ? 'reads from' : 'writes to'} '${node.name}'.` };
    return;
  }
  yield {
    text: `${counted(users.length, 'pipeline')} ${users.length === 1 ? (isSource ? 'reads from' : 'writes to') : verb} '${node.name}':\n${list(
      users.map((one) => `${one.name}: ${getDisplay(one).label}`),
    )}`,
    metadata: { links: users.map(toPipelineLink) },
  };
}

export async function* answerStatus(pipeline: KnownPipeline, span: Span, tools: Tools): Answer {
  const { call, siteId } = tools;
  yield { metadata: { step: `Read the health and the totals of '${pipeline.name}'` } };
  const [health, summary] = await Promise.all([
    call('listHealth', { path: { siteId }, query: { pipelineIds: [pipeline.id] } }),
    call('getPipelineSummaries', {
      query: { siteId, pipelineIds: [pipeline.id], metricType: 'EVENTS_BYTES', ...span.range },
    }),
  ]);
  const reasons = health.data.pipelines.flatMap((one) => one.reasons);
  const totals = summary.data.pipelineSummaries[pipeline.id];
  const lines = [
    `'${pipeline.name}' is ${getDisplay(pipeline).label}${pipeline.deployedGraphVersion > 0 ? ` with v${pipeline.deployedGraphVersion}` : ''}.`,
    reasons.length === 0
      ? 'Nothing is wrong with it.'
      : `What is wrong:\n${list(reasons.map(describeReason))}`,
    totals
      ? `In ${span.words}: ${volume(totals.totalInputDataBytes)} in, ${volume(totals.totalOutputDataBytes)} out.`
      : `In ${span.words} nothing flowed.`,
  ];
  yield { text: lines.join('\n'), metadata: { links: [toPipelineLink(pipeline)] } };
}

const describeReason = ({ text, nodeName }: { text: string; nodeName: string }): string =>
  nodeName === '' ? text : `${nodeName}: ${text}`;

export async function* answerErrors(
  pipeline: KnownPipeline | undefined,
  span: Span,
  tools: Tools,
  known: Known,
): Answer {
  const { call, siteId } = tools;
  yield { metadata: { step: `Read the errors of ${span.words}` } };
  const pipelineIds = pipeline ? [pipeline.id] : undefined;
  const { data } = await call('listSiteErrors', {
    path: { siteId },
    query: { pipelineIds, ...span.range },
  });
  const open = data.errorDetails.filter(({ isAcknowledged }) => !isAcknowledged);
  const of = pipeline ? ` in '${pipeline.name}'` : '';
  if (open.length === 0) {
    yield { text: `No open errors${of} in ${span.words}.` };
    return;
  }
  const named = (id: string) => known.pipelines.find((one) => one.id === id);
  const lines = open.map((one) => {
    const where = pipeline ? one.nodeName : `${named(one.pipelineId)?.name ?? 'a pipeline'}, ${one.nodeName}`;
    return `${where}: ${parseErrorText(one.errorDesc).title} (${counted(Number(one.count), 'time')})`;
  });
  const first = parseErrorText(open[0]!.errorDesc).resolutions[0];
  const ids = [...new Set(open.map(({ pipelineId }) => pipelineId))];
  yield {
    text: `${counted(open.length, 'kind')} of open errors${of} in ${span.words}:\n${list(lines)}${first === undefined ? '' : `\nWhat to do first: ${first}.`}`,
    metadata: { links: ids.flatMap((id) => named(id) ?? []).map(toPipelineLink) },
  };
}

export async function* answerVolume(
  pipeline: KnownPipeline | undefined,
  span: Span,
  tools: Tools,
  known: Known,
): Answer {
  const { call, siteId } = tools;
  yield { metadata: { step: `Read the totals of ${span.words}` } };
  const pipelineIds = pipeline ? [pipeline.id] : undefined;
  const { data } = await call('getPipelineSummaries', {
    query: { siteId, pipelineIds, metricType: 'EVENTS_BYTES', ...span.range },
  });
  const rows = known.pipelines
    .flatMap((one) => {
      const totals = data.pipelineSummaries[one.id];
      return totals ? [{ one, totals, input: Number(totals.totalInputDataBytes) }] : [];
    })
    .toSorted((a, b) => b.input - a.input);
  if (rows.every(({ input }) => input === 0)) {
    yield {
      text: `${pipeline ? `'${pipeline.name}'` : 'This site'} took in nothing in ${span.words}.`,
    };
    return;
  }
  const lines = rows.map(({ one, totals }) => {
    const { percentDataOptimized: percent } = totals;
    const saved = percent === null ? '' : `, optimization ${Number(percent).toFixed(1)} %`;
    return `${one.name}: ${volume(totals.totalInputDataBytes)} in, ${volume(totals.totalOutputDataBytes)} out${saved}`;
  });
  yield {
    text: `In ${span.words}:\n${list(lines)}`,
    metadata: { links: rows.slice(0, MOST_LINES).map(({ one }) => toPipelineLink(one)) },
  };
}

export async function* answerChanges(
  pipeline: KnownPipeline | undefined,
  span: Span,
  tools: Tools,
  known: Known,
  asksVolume = false,
): Answer {
  const { call, siteId } = tools;
  if (asksVolume) {
    yield { metadata: { step: `Read the totals of ${span.words} and of as long before` } };
    yield { text: `${await compareVolume(pipeline, span, tools)}\n` };
  }
  yield { metadata: { step: `Read what changed in ${span.words}` } };
  const { data } = await call('explain', {
    query: { siteId, pipelineIds: pipeline ? [pipeline.id] : undefined, ...span.range },
  });
  const of = pipeline ? ` of '${pipeline.name}'` : '';
  if (data.entries.length === 0) {
    yield { text: `Nothing${of} changed in ${span.words}: no deployment, no edit, no new error.` };
    return;
  }
  const newest = data.entries.toSorted((a, b) => b.at - a.at);
  const lines = newest.map(({ at, title, detail, by }) => {
    const time = new Date(at * 1000).toISOString().slice(5, 16).replace('T', ' ');
    return `${time} UTC: ${title}${by === '' ? '' : `, by ${by}`}${detail === '' ? '' : ` (${detail})`}`;
  });
  const ids = [...new Set(newest.map(({ pipelineId }) => pipelineId))];
  yield {
    text: `What changed${of} in ${span.words}, newest first:\n${list(lines)}`,
    metadata: {
      links: ids.flatMap((id) => known.pipelines.find((one) => one.id === id) ?? []).map(toPipelineLink),
    },
  };
}
