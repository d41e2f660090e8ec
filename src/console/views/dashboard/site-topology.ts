import type { PipelineSummary, SiteComponent } from '../../../contract/entities/analytics.ts';
import {
  type ComponentHealth,
  findWorst,
  type HealthState,
  isTrouble,
  type PipelineHealth,
} from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { HEALTH_LOOKS } from '../../components/health/health-look.ts';
import type { TopologyNode } from '../../components/widgets/topology/topology.tsx';
import type { TopologyLink } from '../../components/widgets/topology/topology-layout.ts';
import { formatBytes, formatFigure } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';

/** Number of pipelines drawn: those in trouble first, then by input. */
const MOST = 12;

type Facts = {
  rows: readonly { pipeline: Pipeline; summary: PipelineSummary | undefined }[];
  components: readonly SiteComponent[];
  names: ReadonlyMap<string, string>;
  health: { pipelines: readonly PipelineHealth[]; components: readonly ComponentHealth[] };
};

export type SiteTopology = { nodes: TopologyNode[]; links: TopologyLink[]; summary: string };

export function buildSiteTopology({ rows, components, names, health }: Facts): SiteTopology {
  const stateOfPipeline = new Map(health.pipelines.map((one) => [one.pipelineId, one.state]));
  const statesOf = Map.groupBy(health.components, (one) => one.componentId);
  const figures = new Map(components.map((one) => [`${one.pipelineId}/${one.componentId}`, one]));
  const rank = ({ pipeline }: Facts['rows'][number]) =>
    isTrouble(stateOfPipeline.get(pipeline.id) ?? 'notRunning') ? 0 : 1;
  const drawable = rows.filter(({ pipeline }) => pipeline.sourceId !== '' && pipeline.sinkIds.length > 0);
  const shown = new Set(
    drawable
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, MOST)
      .map(({ pipeline }) => pipeline.id),
  );
  const nodes = new Map<string, TopologyNode>();
  const links: TopologyLink[] = [];
  const stateOf = (id: string): HealthState => findWorst((statesOf.get(id) ?? []).map((one) => one.state));
  const addEnd = (id: string, column: 0 | 2, bytes: number) => {
    const known = nodes.get(id);
    const href = column === 0 ? paths.source(id) : paths.destinations({ destination: id });
    const name = names.get(id) ?? known?.name ?? '';
    nodes.set(id, {
      ...{ id, column, name, href },
      bytes: bytes + (known?.bytes ?? 0),
      health: HEALTH_LOOKS[stateOf(id)],
    });
  };
  for (const { pipeline, summary } of drawable) {
    if (!shown.has(pipeline.id)) continue;
    const { id, name, sourceId, sinkIds } = pipeline;
    const input = fromCount(summary?.totalInputDataBytes ?? 0);
    nodes.set(id, {
      ...{ id, column: 1, name, href: paths.pipeline(id), bytes: input },
      health: HEALTH_LOOKS[stateOfPipeline.get(id) ?? 'notRunning'],
    });
    addEnd(sourceId, 0, input);
    links.push({ from: sourceId, to: id, bytes: input });
    for (const sinkId of sinkIds) {
      const bytes = fromCount(figures.get(`${id}/${sinkId}`)?.dataProcessed.totalOutputDataBytes ?? 0);
      addEnd(sinkId, 2, bytes);
      links.push({ from: id, to: sinkId, bytes });
    }
  }
  const all = [...nodes.values()];
  return { nodes: all, links, summary: summarizeTopology(all, drawable.length) };
}

function summarizeTopology(nodes: readonly TopologyNode[], drawable: number): string {
  const count = (column: number, one: string, many: string) => {
    const found = nodes.filter((node) => node.column === column).length;
    return `${found} ${found === 1 ? one : many}`;
  };
  const pipelines = nodes.filter((node) => node.column === 1);
  const most = pipelines.toSorted((a, b) => b.bytes - a.bytes)[0];
  const trouble = pipelines.filter(({ health }) => health.tone === 'warn' || health.tone === 'err').length;
  return [
    `${count(0, 'source', 'sources')}, ${count(1, 'pipeline', 'pipelines')}, ${count(2, 'destination', 'destinations')}.`,
    most && most.bytes > 0
      ? `${most.name} has the highest input: ${formatFigure(formatBytes(most.bytes))}.`
      : '',
    trouble > 0 ? `${trouble} of the pipelines ${trouble === 1 ? 'needs' : 'need'} attention.` : '',
    drawable > pipelines.length
      ? `${drawable - pipelines.length} more with less input are in the list below.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
