import type { Config } from '../../contract/entities/common.ts';
import { freeName } from '../../contract/values.ts';
import { type Found, findNamed } from './names.ts';
import type { KnownNode } from './understand.ts';

export type Connection =
  | { kind: 'stored'; name: string }
  | { kind: 'new'; name: string; type: string; config: Config; summary: string }
  | { kind: 'unclear'; found: Found<KnownNode> }
  /** Its settings do not fit into a sentence. */
  | { kind: 'settings'; type: string; label: string };

const PORT = /\b(\d{2,5})\b/;
const PATH = /(\/[^\s,;"']+)/;
const URL_TEXT = /\bhttps?:\/\/[^\s,;"']+/;

type Kind = { words: RegExp; type: string; label: string; port?: number; path?: true };

const SOURCES: readonly Kind[] = [
  { words: /\bsyslog\b/, type: 'syslog', label: 'Syslog', port: 5140 },
  { words: /\b(splunk )?hec\b/, type: 'splunk_hec', label: 'Splunk HEC', port: 8088 },
  { words: /\b(otlp|opentelemetry|otel)\b/, type: 'otlp', label: 'OTLP', port: 4318 },
  { words: /\b(http|webhook)\b/, type: 'http_server', label: 'HTTP', port: 8080 },
  { words: /\btcp\b/, type: 'tcp', label: 'TCP lines', port: 9000 },
  { words: /\budp\b/, type: 'udp', label: 'UDP lines', port: 9000 },
  { words: /\b(example data|generator|test data|sample data)\b/, type: 'generator', label: 'Data generator' },
  { words: /\bfile\b|^\//, type: 'file_tail', label: 'File', path: true },
  { words: /\bkafka\b/, type: 'kafka', label: 'Kafka' },
  { words: /\bs3\b/, type: 's3', label: 'S3' },
];

const SINKS: readonly Kind[] = [
  { words: /\b(blackhole|nowhere|devnull|dev null)\b/, type: 'blackhole', label: 'Blackhole' },
  { words: /\bsplunk\b/, type: 'splunk_hec', label: 'Splunk HEC' },
  { words: /\b(elastic|elasticsearch|opensearch)\b/, type: 'elasticsearch', label: 'Elasticsearch' },
  { words: /\bloki\b/, type: 'loki', label: 'Loki' },
  { words: /\bkafka\b/, type: 'kafka', label: 'Kafka' },
  { words: /\bs3\b/, type: 's3', label: 'S3' },
  { words: /\bfile\b|^\//, type: 'file', label: 'File', path: true },
  { words: /https?:\/\//, type: 'http', label: 'HTTP' },
];

function makeNew(kind: Kind, { text, taken }: { text: string; taken: readonly string[] }): Connection {
  const { type, label } = kind;
  const isNew = (name: string, config: Config, summary: string): Connection => ({
    kind: 'new',
    name: freeName(name, taken),
    type,
    config,
    summary,
  });
  if (kind.port !== undefined) {
    const port = Number(PORT.exec(text)?.[1] ?? kind.port);
    return isNew(`${label} ${port}`, { port }, `${label} on port ${port} of 127.0.0.1`);
  }
  if (kind.path) {
    const path = PATH.exec(text)?.[1];
    if (path === undefined) return { kind: 'settings', type, label };
    const name = `${label} ${path.split('/').at(-1)}`.slice(0, 60);
    return isNew(name, { path }, `${label} ${path}`);
  }
  if (type === 'generator') return isNew(label, {}, 'A data generator with ten events per second');
  if (type === 'blackhole') return isNew(label, {}, 'A blackhole, which counts events and discards them');
  const url = URL_TEXT.exec(text)?.[0];
  if (type === 'http' && url !== undefined) return isNew(`HTTP ${new URL(url).host}`, { url }, `HTTP ${url}`);
  return { kind: 'settings', type, label };
}

/** Stored names precede types: `the archive` is the destination called Archive. */
export function findConnection(
  text: string,
  role: 'source' | 'sink',
  known: readonly KnownNode[],
): Connection {
  const low = text.toLowerCase();
  const found = findNamed(text, known);
  const kind = (role === 'source' ? SOURCES : SINKS).find(({ words }) => words.test(low));
  if (found.kind === 'one' && (found.isWhole || !kind)) return { kind: 'stored', name: found.item.name };
  if (found.kind === 'many' && (found.isWhole || !kind)) return { kind: 'unclear', found };
  if (!kind) return { kind: 'unclear', found: { kind: 'none' } };
  return makeNew(kind, { text, taken: known.map(({ name }) => name) });
}
