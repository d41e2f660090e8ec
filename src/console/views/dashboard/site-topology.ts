import type { PipelineSummary } from '../../../contract/entities/analytics.ts';
import {
  type ComponentHealth,
  findWorst,
  type HealthState,
  isTrouble,
  type PipelineHealth,
} from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { counted } from '../../../contract/values.ts';
import { HEALTH_LOOKS, UNKNOWN_LOOK } from '../../components/health/health-look.ts';
import type { TopologyDrop, TopologyNode, TopologyPipe } from '../../components/widgets/topology/types.ts';
import { formatByteRate, formatBytes, formatCount, formatFigure, MISSING } from '../../lib/format.ts';
import { isOnItsWay } from '../../lib/on-its-way.ts';
import { paths } from '../../lib/paths.ts';
import { addRates, type PipelineFlow, type SinkFlow } from './flow-rates.ts';

/** Nodes per column: troubled ones first, then by rate; the rest is one node. */
const MOST = 10;

type Row = { pipeline: Pipeline; summary: PipelineSummary | undefined };
type Facts = {
  rows: readonly Row[];
  flows: ReadonlyMap<string, PipelineFlow>;
  names: ReadonlyMap<string, string>;
  health: { pipelines: readonly PipelineHealth[]; components: readonly ComponentHealth[] };
};

export type SiteTopology = {
  nodes: TopologyNode[];
  links: TopologyPipe[];
  drops: TopologyDrop[];
  summary: string;
};

const OTHERS = ['other sources', 'other pipelines', 'other destinations'] as const;
const OTHERS_PATHS = [paths.sources(), paths.pipelines(), paths.destinations()] as const;

export const formatRateText = (rate: number | undefined): string =>
  rate === undefined ? MISSING : formatFigure(formatByteRate(rate));

/** `24 → 8.3 KB/s`; a common unit appears once. */
export function formatFlowText(input: number | undefined, passed: number | undefined): string {
  const [from, to] = [formatByteRate(input), formatByteRate(passed)];
  if (!from || !to) return MISSING;
  return from.unit === to.unit
    ? `${from.value} → ${formatFigure(to)}`
    : `${formatFigure(from)} → ${formatFigure(to)}`;
}

/** `−65%`; nothing while nothing flows. */
function formatChange(input: number | undefined, passed: number | undefined): string | undefined {
  if (!input || passed === undefined) return undefined;
  const percent = Math.round((100 * passed) / input - 100);
  return percent === 0 ? '0%' : `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`;
}

const countText = (count: number): string => formatFigure(formatCount(count));

/** Unwritten data of a healthy destination does not count as waiting. */
function describeWaiting(sink: SinkFlow, state: HealthState): TopologyPipe['waiting'] {
  const { waitingBytes, waitingEvents, taken, delivered } = sink;
  if (waitingEvents === 0) return undefined;
  if (!isTrouble(state) && isOnItsWay(waitingBytes, taken)) return undefined;
  const text = `${countText(waitingEvents)} events waiting, ${formatFigure(formatBytes(waitingBytes))}`;
  return { text, isBlocked: state === 'failing' && delivered === 0 };
}

const findMark = (summary: PipelineSummary | undefined): TopologyNode['mark'] => {
  const lost = fromCount(summary?.eventsLost ?? 0);
  if (lost > 0) return { fate: 'lost', text: `${countText(lost)} lost` };
  const dead = fromCount(summary?.eventsDeadLetter ?? 0);
  return dead > 0 ? { fate: 'dead', text: counted(dead, 'dead letter') } : undefined;
};

type StateOf = (pipelineId: string, componentId: string) => HealthState;

/** Data waiting for destinations, over the pipelines that write to them. */
function sumWaiting(
  users: readonly Row[],
  sinkIds: readonly string[],
  flows: Facts['flows'],
  stateOf: StateOf,
): TopologyNode['mark'] {
  const waiting = users.flatMap(({ pipeline }) =>
    (flows.get(pipeline.id)?.sinks ?? []).filter(
      (sink) => sinkIds.includes(sink.sinkId) && describeWaiting(sink, stateOf(pipeline.id, sink.sinkId)),
    ),
  );
  const events = waiting.reduce((sum, sink) => sum + sink.waitingEvents, 0);
  return events === 0 ? undefined : { fate: 'waiting', text: `${countText(events)} waiting` };
}

/** A node of a column, which may stand for several items. */
type Place = { column: 0 | 1 | 2; ids: Set<string>; weight: number; states: HealthState[]; isAway: boolean };

/** The most important items of a column individually, the others under one id. */
function groupColumn(column: 0 | 1 | 2, weights: ReadonlyMap<string, Place>): ReadonlyMap<string, string> {
  const rank = ({ states }: Place) => (isTrouble(findWorst(states)) ? 0 : 1);
  const ordered = [...weights].toSorted(([, a], [, b]) => rank(a) - rank(b) || b.weight - a.weight);
  // One more fits instead of the node for the rest.
  const shown = ordered.length <= MOST + 1 ? ordered.length : MOST;
  return new Map(ordered.map(([id], at) => [id, at < shown ? id : `others-${column}`]));
}

export function buildSiteTopology({ rows, flows, names, health }: Facts): SiteTopology {
  const stateOfPipeline = new Map(health.pipelines.map((one) => [one.pipelineId, one.state]));
  const healthOf = new Map(health.components.map((one) => [`${one.pipelineId}/${one.componentId}`, one]));
  const drawable = rows.filter(({ pipeline }) => pipeline.sourceId !== '' && pipeline.sinkIds.length > 0);
  const columns = [new Map<string, Place>(), new Map<string, Place>(), new Map<string, Place>()] as const;
  /** Pipelines with a disconnected engine. */
  const away = new Set(
    health.pipelines
      .filter(({ reasons }) => reasons.some((reason) => reason.unknownSinceUnixTimeSeconds !== undefined))
      .map(({ pipelineId }) => pipelineId),
  );
  const note = (column: 0 | 1 | 2, id: string, weight: number, state: HealthState, isAway: boolean) => {
    const place = columns[column].get(id) ?? { column, ids: new Set([id]), weight: 0, states: [], isAway };
    place.weight += weight;
    place.isAway ||= isAway;
    place.states.push(state);
    columns[column].set(id, place);
  };
  const stateOf: StateOf = (pipelineId, componentId) =>
    healthOf.get(`${pipelineId}/${componentId}`)?.state ?? 'notRunning';
  for (const { pipeline } of drawable) {
    const flow = flows.get(pipeline.id);
    const isAway = away.has(pipeline.id);
    note(0, pipeline.sourceId, flow?.input ?? 0, stateOf(pipeline.id, pipeline.sourceId), isAway);
    note(1, pipeline.id, flow?.input ?? 0, stateOfPipeline.get(pipeline.id) ?? 'notRunning', isAway);
    for (const sink of flow?.sinks ?? pipeline.sinkIds.map((sinkId) => ({ sinkId, taken: 0 })))
      note(2, sink.sinkId, sink.taken ?? 0, stateOf(pipeline.id, sink.sinkId), isAway);
  }
  const groups = columns.map((places, column) => groupColumn(column as 0 | 1 | 2, places));
  const findGroupId = (column: 0 | 1 | 2, id: string) => groups[column]?.get(id) ?? id;

  const links = new Map<string, TopologyPipe & { rate: number | undefined }>();
  const drops = new Map<string, TopologyDrop>();
  const addLink = (from: string, to: string, rate: number | undefined, waiting?: TopologyPipe['waiting']) => {
    const key = `${from} ${to}`;
    const known = links.get(key);
    const sum = addRates([known?.rate, rate]);
    const worst = waiting ?? known?.waiting;
    links.set(key, { from, to, rate: sum, bytes: sum ?? 0, text: formatRateText(sum), waiting: worst });
  };
  for (const { pipeline } of drawable) {
    const flow = flows.get(pipeline.id);
    const at = findGroupId(1, pipeline.id);
    addLink(findGroupId(0, pipeline.sourceId), at, flow?.input);
    for (const sinkId of pipeline.sinkIds) {
      const sink = flow?.sinks.find((one) => one.sinkId === sinkId);
      const waiting = sink && describeWaiting(sink, stateOf(pipeline.id, sinkId));
      addLink(at, findGroupId(2, sinkId), sink?.delivered, waiting);
    }
    if (flow?.dropped) {
      const bytes = (drops.get(at)?.bytes ?? 0) + flow.dropped;
      drops.set(at, { at, bytes, text: `${formatRateText(bytes)} dropped` });
    }
  }

  const nodes = columns.flatMap((places, column) => {
    const own = groups[column] ?? new Map<string, string>();
    const byGroup = Map.groupBy(places.keys(), (id) => own.get(id) ?? id);
    return [...byGroup].map(([id, ids]): TopologyNode => {
      const states = ids.flatMap((one) => places.get(one)?.states ?? []);
      const worst = findWorst(states);
      const isUnknown = worst === 'notRunning' && ids.some((one) => places.get(one)?.isAway);
      const look = isUnknown ? UNKNOWN_LOOK : HEALTH_LOOKS[worst];
      const shared = { id, column: column as 0 | 1 | 2, health: look };
      const ofGroup = ids.length > 1 || id !== ids[0];
      const title = ofGroup
        ? { name: `${ids.length} ${OTHERS[column]}`, href: OTHERS_PATHS[column] ?? '' }
        : { name: '', href: '' };
      if (column === 1) {
        const own = ids.map((one) => flows.get(one));
        const [input, passed] = [
          addRates(own.map((one) => one?.input)),
          addRates(own.map((one) => one?.passed)),
        ];
        const row = drawable.find(({ pipeline }) => pipeline.id === id);
        return {
          ...shared,
          ...(row ? { name: row.pipeline.name, href: paths.pipeline(id) } : title),
          rate: formatFlowText(input, passed),
          note: formatChange(input, passed),
          mark: findMark(row?.summary),
        };
      }
      const named = names.get(id);
      const users = drawable.filter(({ pipeline }) =>
        column === 0 ? ids.includes(pipeline.sourceId) : pipeline.sinkIds.some((one) => ids.includes(one)),
      );
      const side = column === 0 ? 'from' : 'to';
      const rate = addRates([...links.values()].filter((link) => link[side] === id).map((link) => link.rate));
      const waiting = column === 2 ? sumWaiting(users, ids, flows, stateOf) : undefined;
      const shares = users.map(
        ({ pipeline }) => healthOf.get(`${pipeline.id}/${id}`)?.figures.bufferShare ?? 0,
      );
      return {
        ...shared,
        ...(ofGroup
          ? title
          : {
              name: named ?? MISSING,
              href: column === 0 ? paths.source(id) : paths.destinations({ destination: id }),
            }),
        rate: formatRateText(rate),
        note: ofGroup || users.length < 2 ? undefined : counted(users.length, 'pipeline'),
        mark: waiting,
        bufferShare: waiting ? Math.max(0, ...shares) : undefined,
      };
    });
  });
  const all = [...links.values()].map(({ rate: _rate, ...link }) => link);
  return { nodes, links: all, drops: [...drops.values()], summary: summarize(columns, nodes) };
}

type Columns = readonly [ReadonlyMap<string, Place>, ReadonlyMap<string, Place>, ReadonlyMap<string, Place>];

function summarize(columns: Columns, nodes: readonly TopologyNode[]): string {
  const [sources, pipelines, sinks] = columns;
  const [most] = [...pipelines].toSorted(([, a], [, b]) => b.weight - a.weight);
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  const trouble = [...pipelines.values()].filter(({ states }) => isTrouble(findWorst(states))).length;
  const grouped = pipelines.size - nodes.filter(({ column }) => column === 1).length;
  return [
    `${counted(sources.size, 'source')}, ${counted(pipelines.size, 'pipeline')}, ${counted(sinks.size, 'destination')}.`,
    most && most[1].weight > 0
      ? `${nameOf(most[0])} has the highest input: ${formatRateText(most[1].weight)}.`
      : '',
    trouble > 0 ? `${trouble} of the pipelines ${trouble === 1 ? 'needs' : 'need'} attention.` : '',
    grouped > 0 ? `${grouped + 1} pipelines with less input are drawn as one.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
