import type { GraphNode } from '../contract/entities/node.ts';
import type { MetaInfo } from '../contract/entities/pipeline.ts';
import { ROUTE_TEMPLATE_ID, UNMATCHED_OUTPUT } from '../contract/route-outputs.ts';
import { type Edges, successorsOf } from '../graph/walk.ts';
import { Components, slug } from './components.ts';
import { type Parts, writeConfiguration } from './configuration.ts';
import { DESTINATIONS } from './destinations.ts';
import { collectMeters, type NodeMeters, type Step, type TracedWay } from './meters.ts';
import { requireType } from './node-types.ts';
import { type CollectorComponent, keepProcessor } from './processors.ts';
import { Settings, Unrenderable } from './refusal.ts';
import type { NeededVariable, RenderedDestination, RenderedSource } from './rendered.ts';
import type { Shape } from './shape.ts';
import { SOURCES } from './sources.ts';
import { TAP, TAP_BATCH } from './tap.ts';
import { renderRoutes, TRANSFORMS } from './transforms.ts';

export type RenderedNode = Pick<GraphNode, 'id' | 'nodeType' | 'name' | 'templateId' | 'config'>;
export type RenderedGraph = {
  readonly name: string;
  readonly nodes: readonly RenderedNode[];
  readonly edges: Edges;
  readonly metaInfo: MetaInfo;
};

export type NodeRefusal = { nodeId: string; name: string; reason: string; resolution: string };
export type NodeNote = { nodeId: string; name: string; text: string };

export type Rendering = {
  /** YAML; null with refusals. */
  content: string | null;
  refusals: NodeRefusal[];
  /** Differences from an engine that change no event. */
  notes: NodeNote[];
  variables: (NeededVariable & { nodeId: string })[];
};

type Rendered = Omit<Rendering, 'content'> & { meters: NodeMeters[] };

/** Ids of components. Receivers with the same id read once for all pipelines. */
export type Naming = {
  receiver: (node: RenderedNode) => string;
  component: (node: RenderedNode) => string;
  /** Collector pipeline between two nodes. */
  way: (from: RenderedNode, to: RenderedNode) => string;
  /** Each path into a node gets its own ids, to count separately. */
  countsApart: boolean;
};

/** One Collector pipeline each: branches that meet again multiply the paths. */
const MOST_WAYS = 50;

const byName: Naming = {
  receiver: ({ name }) => slug(name),
  component: ({ name }) => slug(name),
  way: (from, to) => `${slug(from.name)}-${slug(to.name)}`,
  countsApart: false,
};

/** A node whose events also go to an exporter. */
export type NodeTap = { nodeId: string; exporter: CollectorComponent };

export class Renderer {
  readonly #graph: RenderedGraph;
  readonly #naming: Naming;
  readonly #parts: Parts;
  readonly #nodes: ReadonlyMap<string, RenderedNode>;
  readonly #entered = new Map<string, number>();
  readonly #traced: TracedWay[] = [];
  readonly #refusals = new Map<string, NodeRefusal>();
  readonly #notes = new Map<string, NodeNote>();
  readonly #variables = new Map<string, NeededVariable & { nodeId: string }>();
  readonly #sources = new Map<string, RenderedSource>();
  readonly #destinations = new Map<string, RenderedDestination>();
  readonly #tap: NodeTap | undefined;
  #ways = 0;

  constructor(graph: RenderedGraph, parts: Parts, naming: Naming = byName, tap?: NodeTap) {
    this.#tap = tap;
    this.#graph = graph;
    this.#parts = parts;
    this.#naming = naming;
    this.#nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  }

  render(): Rendered {
    for (const node of this.#graph.nodes) this.#prepare(node);
    for (const node of this.#graph.nodes) {
      const source = this.#sources.get(node.id);
      if (!source) continue;
      const receiver = this.#parts.components.add('receivers', source.receiver, this.#naming.receiver(node));
      const steps = [this.#step(node, source.processors, this.#naming.component(node))];
      this.#addTap(node, receiver, steps);
      this.#follow(node, { receiver, steps, shape: source.shape, from: node });
    }
    return {
      refusals: this.#graph.nodes.flatMap(({ id }) => this.#refusals.get(id) ?? []),
      notes: [...this.#notes.values()],
      variables: [...this.#variables.values()],
      meters: collectMeters(this.#traced),
    };
  }

  /** Only exporters, to send what waits without new events. */
  renderPaused(receiver: string): Rendered {
    for (const node of this.#graph.nodes) this.#prepare(node);
    for (const node of this.#graph.nodes) {
      const destination = this.#destinations.get(node.id);
      if (!destination) continue;
      const exporter = this.#addExporter(node, destination);
      this.#parts.pipelines[this.#nameWay(node, node)] = { receivers: [receiver], exporters: [exporter] };
      this.#trace([{ nodeId: node.id, entry: {}, processors: [] }], exporter, destination);
    }
    return {
      refusals: [...this.#refusals.values()],
      notes: [],
      variables: [...this.#variables.values()],
      meters: collectMeters(this.#traced),
    };
  }

  #isDisabled(id: string): boolean {
    return this.#graph.metaInfo[id]?.disabled === true;
  }

  /** Keeps the node's first refusal. */
  #attempt<T>(node: RenderedNode, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Unrenderable)) throw error;
      if (!this.#refusals.has(node.id))
        this.#refusals.set(node.id, {
          ...{ nodeId: node.id, name: node.name, reason: error.message, resolution: error.resolution },
        });
      return undefined;
    }
  }

  /** Position-independent parts: sources, destinations, and types that are not rendered. */
  #prepare(node: RenderedNode): void {
    const { id, name, nodeType, templateId } = node;
    if (this.#isDisabled(id)) return;
    this.#attempt(node, () => {
      const settings = new Settings(node.config);
      const variable = `PENSTOCK_${slug(name).toUpperCase()}`;
      if (nodeType === 'SOURCE') this.#sources.set(id, requireType(SOURCES, node)(settings, variable));
      else if (nodeType === 'SINK')
        this.#destinations.set(id, requireType(DESTINATIONS, node)(settings, variable));
      else {
        if (templateId !== ROUTE_TEMPLATE_ID) requireType(TRANSFORMS, node);
        return;
      }
      settings.end();
      const rendered = (this.#sources.get(id) ?? this.#destinations.get(id))!;
      for (const needed of rendered.variables) this.#variables.set(needed.name, { ...needed, nodeId: id });
      for (const text of rendered.notes) this.#notes.set(`${id} ${text}`, { nodeId: id, name, text });
    });
  }

  #step(
    node: RenderedNode,
    processors: readonly CollectorComponent[],
    name: string,
    entry: object = {},
  ): Step {
    const ids = processors.map((one) => this.#parts.components.add('processors', one, name));
    return { nodeId: node.id, entry, processors: ids };
  }

  #nameEntry(node: RenderedNode): string {
    const name = this.#naming.component(node);
    const count = (this.#entered.get(node.id) ?? 0) + 1;
    this.#entered.set(node.id, count);
    return this.#naming.countsApart && count > 1 ? `${name}-${count}` : name;
  }

  #addExporter(node: RenderedNode, { exporter }: RenderedDestination): string {
    return this.#parts.components.add('exporters', exporter, this.#naming.component(node));
  }

  #follow(node: RenderedNode, way: Way): void {
    for (const id of successorsOf(this.#graph, node.id)) {
      const next = this.#nodes.get(id);
      if (next) this.#enter(next, way);
    }
  }

  #enter(node: RenderedNode, way: Way): void {
    if (node.nodeType === 'SINK') this.#arrive(node, way);
    else if (this.#isDisabled(node.id)) this.#follow(node, way);
    else if (node.templateId === ROUTE_TEMPLATE_ID) this.#part(node, way);
    else
      this.#attempt(node, () => {
        const settings = new Settings(node.config);
        const { processors, shape } = requireType(TRANSFORMS, node)(settings, way.shape);
        settings.end();
        const step = this.#step(node, processors, this.#nameEntry(node));
        const steps = [...way.steps, step];
        this.#addTap(node, way.receiver, steps);
        this.#follow(node, { ...way, shape, steps });
      });
  }

  /** A separate pipeline up to the node, with processors that are not counted. */
  #addTap(node: RenderedNode, receiver: string, steps: readonly Step[]): void {
    if (this.#tap?.nodeId !== node.id) return;
    const { components, pipelines } = this.#parts;
    const processors = steps
      .flatMap((step) => step.processors)
      .map((id) => components.copy('processors', id, TAP));
    pipelines[this.#name(`logs/${TAP}`)] = {
      receivers: [receiver],
      processors: [...processors, components.add('processors', TAP_BATCH, TAP)],
      exporters: [components.add('exporters', this.#tap.exporter, TAP)],
    };
  }

  /** One path per route output, with only its events. */
  #part(node: RenderedNode, way: Way): void {
    this.#attempt(node, () => {
      const conditions = renderRoutes(node.config, way.shape, UNMATCHED_OUTPUT);
      const outputs = this.#graph.metaInfo[node.id]?.outputs ?? {};
      const [entry, name] = [{}, this.#nameEntry(node)];
      for (const [output, condition] of conditions) {
        if (condition === false) continue;
        const step = this.#step(node, keepProcessor(condition), `${name}_${slug(output)}`, entry);
        this.#addTap(node, way.receiver, [...way.steps, step]);
        for (const id of outputs[output] ?? []) {
          const next = this.#nodes.get(id);
          if (next) this.#enter(next, { ...way, steps: [...way.steps, step] });
        }
      }
    });
  }

  #arrive(node: RenderedNode, way: Way): void {
    const destination = this.#destinations.get(node.id);
    if (!destination) return;
    this.#attempt(node, () => {
      this.#ways += 1;
      if (this.#ways > MOST_WAYS)
        throw new Unrenderable(
          `There are more than ${MOST_WAYS} ways from sources to destinations, and a Collector needs a pipeline for each`,
          'Split the pipeline into several',
        );
      const last = this.#step(node, destination.shapeRecords(way.shape), this.#nameEntry(node));
      const exporter = this.#addExporter(node, destination);
      const steps = [...way.steps, last];
      this.#trace(steps, exporter, destination);
      this.#parts.pipelines[this.#nameWay(way.from, node)] = {
        receivers: [way.receiver],
        processors: steps.flatMap(({ processors }) => processors),
        exporters: [exporter],
      };
    });
  }

  #trace(steps: readonly Step[], exporter: string, { exporter: { type } }: RenderedDestination): void {
    this.#traced.push({ steps, exporter, isCounted: type !== 'nop' });
  }

  #nameWay(from: RenderedNode, to: RenderedNode): string {
    return this.#name(`logs/${this.#naming.way(from, to)}`);
  }

  #name(name: string): string {
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? name : `${name}-${n}`;
      if (!(free in this.#parts.pipelines)) return free;
    }
  }
}

type Way = { receiver: string; steps: readonly Step[]; shape: Shape; from: RenderedNode };

/**
 * A Collector configuration equivalent to the graph. Differences are refused at their node, so that no event
 * arrives silently changed.
 */
export function renderGraph(graph: RenderedGraph): Rendering {
  const parts: Parts = { components: new Components(), pipelines: {} };
  const { meters: _meters, ...rendered } = new Renderer(graph, parts).render();
  const hasContent = rendered.refusals.length === 0 && Object.keys(parts.pipelines).length > 0;
  return { content: hasContent ? writeConfiguration(parts) : null, ...rendered };
}
