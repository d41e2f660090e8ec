import { stringify } from 'yaml';
import type { GraphNode } from '../contract/entities/node.ts';
import type { MetaInfo } from '../contract/entities/pipeline.ts';
import { ROUTE_TEMPLATE_ID, UNMATCHED_OUTPUT } from '../contract/route-outputs.ts';
import { type Edges, successorsOf } from '../graph/walk.ts';
import { DESTINATIONS, type NeededVariable, type RenderedDestination } from './destinations.ts';
import { type CollectorComponent, keepProcessor } from './processors.ts';
import { Reference, toPlain } from './references.ts';
import { Settings, Unrenderable } from './refusal.ts';
import type { Shape } from './shape.ts';
import { type RenderedSource, SOURCES, STORAGE } from './sources.ts';
import { renderRoutes, TRANSFORMS } from './transforms.ts';

export type RenderedNode = Pick<GraphNode, 'id' | 'nodeType' | 'name' | 'templateId' | 'config'>;
export type RenderedGraph = {
  readonly name: string;
  readonly nodes: readonly RenderedNode[];
  readonly edges: Edges;
  readonly metaInfo: MetaInfo;
};

/** A node that cannot run on a Collector as it does on an engine. */
export type NodeRefusal = { nodeId: string; name: string; reason: string; resolution: string };
export type NodeNote = { nodeId: string; name: string; text: string };

export type Rendering = {
  /** YAML; null with refusals. */
  content: string | null;
  refusals: NodeRefusal[];
  /** What is otherwise than on an engine, and changes no event that arrives. */
  notes: NodeNote[];
  variables: (NeededVariable & { nodeId: string })[];
};

/** One pipeline of the Collector each: a graph with many branches that meet again has many ways through it. */
const MOST_WAYS = 50;
const STORAGE_FOLDER = `\${env:PENSTOCK_STORAGE:-/var/lib/otelcol/storage}`;

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'node';

/** Components by kind, each with an id that says where it comes from. The same component has one id. */
class Components {
  readonly #all = new Map<string, { kind: string; settings: unknown }>();

  /** `filter/drop_debug`, with a number where that is taken. */
  add(kind: string, { type, settings }: CollectorComponent, name: string): string {
    const text = JSON.stringify(toPlain(settings));
    for (let n = 1; ; n += 1) {
      const id = `${type}/${slug(name)}${n === 1 ? '' : `_${n}`}`;
      const known = this.#all.get(id);
      if (!known) {
        this.#all.set(id, { kind, settings });
        return id;
      }
      if (known.kind === kind && JSON.stringify(toPlain(known.settings)) === text) return id;
    }
  }

  of(kind: string): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#all].flatMap(([id, one]) => (one.kind === kind ? [[id, one.settings]] : [])),
    );
  }
}

class Renderer {
  readonly #graph: RenderedGraph;
  readonly #nodes: ReadonlyMap<string, RenderedNode>;
  readonly #components = new Components();
  readonly #refusals = new Map<string, NodeRefusal>();
  readonly #notes = new Map<string, NodeNote>();
  readonly #variables = new Map<string, NeededVariable & { nodeId: string }>();
  readonly #sources = new Map<string, RenderedSource>();
  readonly #destinations = new Map<string, RenderedDestination>();
  readonly #pipelines: Record<string, unknown> = {};
  #ways = 0;

  constructor(graph: RenderedGraph) {
    this.#graph = graph;
    this.#nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  }

  render(): Rendering {
    for (const node of this.#graph.nodes) this.#prepare(node);
    for (const node of this.#graph.nodes) {
      const source = this.#sources.get(node.id);
      if (!source) continue;
      const receiver = this.#components.add('receivers', source.receiver, node.name);
      const processors = this.#addProcessors(source.processors, node.name);
      this.#follow(node, { receiver, processors, shape: source.shape, from: node.name });
    }
    const refusals = this.#graph.nodes.flatMap(({ id }) => this.#refusals.get(id) ?? []);
    const hasContent = refusals.length === 0 && Object.keys(this.#pipelines).length > 0;
    return {
      content: hasContent ? this.#write() : null,
      refusals,
      notes: [...this.#notes.values()],
      variables: [...this.#variables.values()],
    };
  }

  #isDisabled(id: string): boolean {
    return this.#graph.metaInfo[id]?.disabled === true;
  }

  /** Runs it, and keeps the first refusal of the node. */
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

  /** What a node is without regard to its place: sources, destinations, and types that are not rendered. */
  #prepare(node: RenderedNode): void {
    const { id, name, nodeType, templateId } = node;
    if (this.#isDisabled(id)) return;
    this.#attempt(node, () => {
      const settings = new Settings(node.config);
      if (nodeType === 'SOURCE') this.#sources.set(id, requireType(SOURCES, node)(settings));
      else if (nodeType === 'SINK') {
        const variable = `PENSTOCK_${slug(name).toUpperCase()}`;
        const destination = requireType(DESTINATIONS, node)(settings, variable);
        this.#destinations.set(id, destination);
        for (const needed of destination.variables)
          this.#variables.set(needed.name, { ...needed, nodeId: id });
      } else {
        if (templateId !== ROUTE_TEMPLATE_ID) requireType(TRANSFORMS, node);
        return;
      }
      settings.end();
      for (const text of (this.#sources.get(id) ?? this.#destinations.get(id))!.notes)
        this.#notes.set(`${id} ${text}`, { nodeId: id, name, text });
    });
  }

  #addProcessors(processors: readonly CollectorComponent[], name: string): string[] {
    return processors.map((one) => this.#components.add('processors', one, name));
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
        const more = this.#addProcessors(processors, node.name);
        this.#follow(node, { ...way, shape, processors: [...way.processors, ...more] });
      });
  }

  /** A way for each output of a route, which keeps its events only. */
  #part(node: RenderedNode, way: Way): void {
    this.#attempt(node, () => {
      const conditions = renderRoutes(node.config, way.shape, UNMATCHED_OUTPUT);
      const outputs = this.#graph.metaInfo[node.id]?.outputs ?? {};
      for (const [output, condition] of conditions) {
        if (condition === false) continue;
        const more = this.#addProcessors(keepProcessor(condition), `${node.name} ${output}`);
        for (const id of outputs[output] ?? []) {
          const next = this.#nodes.get(id);
          if (next) this.#enter(next, { ...way, processors: [...way.processors, ...more] });
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
      const last = this.#addProcessors(destination.shapeRecords(way.shape), node.name);
      const exporter = this.#components.add('exporters', destination.exporter, node.name);
      this.#pipelines[this.#nameWay(way.from, node.name)] = {
        receivers: [way.receiver],
        processors: [...way.processors, ...last],
        exporters: [exporter],
      };
    });
  }

  #nameWay(from: string, to: string): string {
    const name = `logs/${slug(from)}-${slug(to)}`;
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? name : `${name}-${n}`;
      if (!(free in this.#pipelines)) return free;
    }
  }

  #write(): string {
    const receivers = this.#components.of('receivers');
    const exporters = this.#components.of('exporters');
    const config = toPlain({
      extensions: {
        [STORAGE]: { directory: new Reference(STORAGE_FOLDER), create_directory: true, fsync: true },
      },
      receivers,
      processors: this.#components.of('processors'),
      exporters,
      service: { extensions: [STORAGE], pipelines: this.#pipelines },
    });
    return stringify(config, { lineWidth: 0, aliasDuplicateObjects: false });
  }
}

type Way = { receiver: string; processors: string[]; shape: Shape; from: string };

const KINDS = { SOURCE: 'receiver', TRANSFORM: 'processor', SINK: 'exporter' } as const;
const TITLES: Readonly<Record<string, string>> = {
  file_tail: 'File',
  otlp_http: 'OTLP over HTTP',
  blackhole: 'Blackhole',
  filter: 'Filter',
  remove_fields: 'Remove fields',
  keep_fields: 'Keep fields',
  rename_fields: 'Rename fields',
  set_fields: 'Set fields',
  parse_regex: 'Parse regex',
  redact: 'Redact',
  flatten: 'Flatten',
  [ROUTE_TEMPLATE_ID]: 'Route',
};
/** What a Collector would do otherwise, where that is known. */
const REASONS: Readonly<Record<string, string>> = {
  parse_json: 'Collectors read numbers in JSON otherwise: large ones lose digits, and 1.0 is no whole number',
  sample: 'An engine counts events so that an exact share stays; a Collector draws lots',
  parse_grok: 'Grok patterns look around and try again in ways that Collectors do not know',
  dedupe: 'An engine remembers events of the whole pipeline; each Collector would remember its own',
  aggregate: 'An engine adds up events of the whole pipeline; each Collector would add up its own',
  tcp: 'A Collector makes an event of half a line when a connection breaks, and closes a connection for one long line',
  udp: 'A Collector cuts off tabs and control characters at the end of a datagram',
  syslog:
    'A Collector makes events of half messages when a connection breaks, and reads their parts otherwise',
  otlp: 'Any fields of any kind can arrive, so that it is not known which of them a Collector would treat otherwise',
  throttle: 'An engine limits the whole pipeline; each Collector would limit its own part',
};

function requireType<T>(known: Readonly<Record<string, T>>, { nodeType, templateId }: RenderedNode): T {
  const found = Object.hasOwn(known, templateId) ? known[templateId] : undefined;
  if (found) return found;
  const types = [...Object.keys(known), ...(nodeType === 'TRANSFORM' ? [ROUTE_TEMPLATE_ID] : [])];
  const titles = types.map((type) => TITLES[type] ?? type).join(', ');
  throw new Unrenderable(
    REASONS[templateId] ?? `No ${KINDS[nodeType]} of a Collector is known to do the same as this type`,
    types.length === 1
      ? `Use ${titles}, or run this pipeline on an engine`
      : `Use one of ${titles}, or run this pipeline on an engine`,
  );
}

/**
 * The configuration of an OpenTelemetry Collector that does the same as the graph. What it would do otherwise is
 * refused at the node, so that an event never arrives changed in silence.
 */
export const renderGraph = (graph: RenderedGraph): Rendering => new Renderer(graph).render();
