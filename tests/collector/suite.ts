import type { PlanNode } from '../../src/engine/port.ts';

type Config = Record<string, unknown>;
export type Step = readonly [templateId: string, config: Config];

/** Lines through one graph: a source, transforms one after the other, and a destination for each output. */
export type Suite = {
  /** The type that it is about. */
  readonly component: string;
  readonly title: string;
  /** A file without it; messages of Kafka or datagrams with it. */
  readonly from?: 'kafka' | 'udp';
  readonly source?: Config;
  readonly steps: readonly Step[];
  /** OTLP over HTTP without it. */
  readonly to?: 'kafka';
  readonly destination?: Config;
  /** Names of the outputs of the last step, a route. */
  readonly outputs?: readonly string[];
  /** One case each, without line break; the last one reaches every destination. */
  readonly lines: readonly string[];
  /** What the file holds, where lines are not it. */
  readonly content?: Buffer;
  /** Messages or datagrams, where lines are not it; null is a message without value. */
  readonly messages?: readonly (Buffer | null)[];
};

export const suiteName = ({ component, title }: Suite): string => `${component}: ${title}`;

export type SuiteGraph = {
  name: string;
  nodes: PlanNode[];
  edges: Record<string, { nodeIds: string[] }>;
  metaInfo: Record<string, { outputs?: Record<string, string[]> }>;
};

type Places = {
  readonly path: string;
  /** Where datagrams are sent. */
  readonly port?: number;
  readonly url: string;
  readonly brokers?: readonly string[];
};

/** Ids and names hold the number of the suite, so that graphs can run beside each other. */
export function buildGraph(
  suite: Suite,
  n: number,
  { path, port, url, brokers = NO_BROKER }: Places,
): SuiteGraph {
  const outputs = suite.outputs ?? ['all'];
  const node = (
    id: string,
    nodeType: PlanNode['nodeType'],
    templateId: string,
    config: Config,
  ): PlanNode => ({
    ...{ id, componentId: id, nodeType, name: id, templateId, config },
  });
  const steps = suite.steps.map(([templateId, config], at) =>
    node(`s${n}-step-${at}`, 'TRANSFORM', templateId, config),
  );
  const batch = { maxEvents: 1000, timeoutMs: 20 };
  const sinks = outputs.map((output) =>
    node(`s${n}-to-${output}`, 'SINK', suite.to ?? 'otlp_http', {
      ...(suite.to
        ? { brokers, topic: topicTo(n, output) }
        : { url: `${url}/${n}/${output}/v1/logs`, compression: 'none' }),
      ...{ batch, buffer: { mode: 'disk' } },
      ...suite.destination,
    }),
  );
  const origins = {
    kafka: { brokers, topics: [topicFrom(n)], group: `suite-${n}`, format: 'text' },
    udp: { port, trimEnd: true },
    file_tail: { path },
  };
  const origin = origins[suite.from ?? 'file_tail'];
  const source = node(`s${n}-file`, 'SOURCE', suite.from ?? 'file_tail', { ...origin, ...suite.source });
  const chain = [source, ...steps];
  const last = chain.at(-1)!;
  const edges = Object.fromEntries(
    chain.map(({ id }, at) => [id, { nodeIds: chain[at + 1] ? [chain[at + 1]!.id] : [] }]),
  );
  edges[last.id] = { nodeIds: sinks.map(({ id }) => id) };
  const metaInfo = suite.outputs
    ? { [last.id]: { outputs: Object.fromEntries(outputs.map((output, at) => [output, [sinks[at]!.id]])) } }
    : {};
  return { name: suiteName(suite), nodes: [...chain, ...sinks], edges, metaInfo };
}

const NO_BROKER = ['127.0.0.1:9092'];
/** The topic that a suite reads. */
export const topicFrom = (n: number): string => `in-${n}`;
export const topicTo = (n: number, output: string): string => `out-${n}-${output}`;

export const messagesOf = ({ messages, lines }: Suite): readonly (Buffer | null)[] =>
  messages ?? lines.map((line) => Buffer.from(line));

export const contentOf = ({ content, lines }: Suite): Buffer =>
  content ?? Buffer.from(lines.map((line) => `${line}\n`).join(''));
