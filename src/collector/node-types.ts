import type { GraphNode } from '../contract/entities/node.ts';
import { ROUTE_TEMPLATE_ID } from '../contract/route-outputs.ts';
import { DESTINATIONS } from './destinations.ts';
import { Unrenderable } from './refusal.ts';
import { SOURCES } from './sources.ts';
import { TRANSFORMS } from './transforms.ts';

type NodeKind = Pick<GraphNode, 'nodeType' | 'templateId'>;

const KINDS = { SOURCE: 'receiver', TRANSFORM: 'processor', SINK: 'exporter' } as const;
const TITLES: Readonly<Record<string, string>> = {
  file_tail: 'File',
  kafka: 'Kafka',
  udp: 'UDP lines',
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
const REASONS: Readonly<Record<string, string>> = {
  parse_json:
    'Collectors read numbers in JSON differently: large ones lose digits, and 1.0 is no whole number',
  sample:
    'An engine counts events and keeps an exact share; a Collector decides by a hash, and keeps no event without a trace id, and of an attribute all events of a value or none',
  parse_grok: 'Grok patterns use lookaround and backtracking, which Collectors do not support',
  dedupe: 'An engine remembers events of the whole pipeline; each Collector would remember its own',
  aggregate: 'An engine adds up events of the whole pipeline; each Collector would add up its own',
  tcp: 'A Collector makes an event of half a line when a connection breaks, and closes a connection for one long line, of which it loses what follows',
  syslog:
    'A Collector takes fields of one form of messages only at a port, and makes events of half messages when a connection breaks',
  splunk_hec:
    'A Collector makes an attribute of each field that an engine keeps in fields, and all numbers floating',
  http_server: 'A Collector loses the characters of texts in another encoding than UTF-8',
  s3: 'A Collector follows a bucket only by a queue of the cloud that names new objects',
  otlp: 'A Collector keeps what an engine does not, in any field that a sender may add: 1.0 apart from 1, bytes apart from text, the address of the schema',
  throttle: 'An engine limits the whole pipeline; each Collector would limit its own part',
};

/** @throws Unrenderable for a type Collectors cannot run */
export function requireType<T>(known: Readonly<Record<string, T>>, { nodeType, templateId }: NodeKind): T {
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

/** Why Collectors cannot run this type at all. */
export function findTypeRefusal(kind: NodeKind): { reason: string; resolution: string } | undefined {
  if (kind.templateId === ROUTE_TEMPLATE_ID) return undefined;
  const known = { SOURCE: SOURCES, TRANSFORM: TRANSFORMS, SINK: DESTINATIONS }[kind.nodeType];
  try {
    requireType<unknown>(known, kind);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unrenderable)) throw error;
    return { reason: error.message, resolution: error.resolution };
  }
}
