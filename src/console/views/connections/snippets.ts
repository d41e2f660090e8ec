import type { Source } from '../../../contract/entities/node.ts';
import {
  buildRelpSnippets,
  buildSyslogSnippets,
  buildTcpSnippets,
  buildUdpSnippets,
  CA,
  isClientCertificateRequired,
  PROOF,
  type Snippet,
} from './listener-snippets.ts';
import { buildBeatsSnippets, buildFluentSnippets } from './shipper-snippets.ts';

/** How to send a first event: label and lines for a shell or a settings file. */

type Config = Readonly<Record<string, unknown>>;
type Maker = (config: Config, host: string) => Snippet[];

const readText = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : otherwise;
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const getScheme = ({ tls }: Config): string => (tls === true ? 'https' : 'http');

/** Secrets are not known here, so users fill them in. */
function readCredentials(config: Config): { name: string; value: string } | null {
  if (config.auth === 'bearer') return { name: 'Authorization', value: 'Bearer YOUR_TOKEN' };
  if (config.auth === 'basic')
    return { name: 'Authorization', value: 'Basic YOUR_USER_AND_PASSWORD_IN_BASE64' };
  if (config.auth === 'api_key')
    return { name: readText(config.apiKeyHeader, 'x-api-key'), value: 'YOUR_KEY' };
  return null;
}

function formatCurl(config: Config, url: string, headers: readonly string[], body: string): string {
  const proof = isClientCertificateRequired(config) ? ` --cert ${PROOF.cert} --key ${PROOF.key}` : '';
  const tls = config.tls === true ? ` --cacert ${CA}${proof}` : '';
  const given = headers.map((header) => ` -H '${header}'`).join('');
  return `curl -sS${tls} ${url}${given} -d '${body}'`;
}

const buildHttpServerSnippets: Maker = (config, host) => {
  const credentials = readCredentials(config);
  const headers = [
    'content-type: application/json',
    ...(credentials ? [`${credentials.name}: ${credentials.value}`] : []),
  ];
  const url = `${getScheme(config)}://${host}:${readText(config.port, '8080')}${readText(config.path, '/')}`;
  return [{ label: 'curl', text: formatCurl(config, url, headers, '{"level":"info","message":"hello"}') }];
};

/** Splunk's client sends no channel, which acknowledgements need, and no client certificate. */
function buildSplunkClientSnippets(config: Config, host: string): Snippet[] {
  if (config.acks === true || isClientCertificateRequired(config)) return [];
  const url = `${getScheme(config)}://${host}:${readText(config.port, '8088')}`;
  const text = [
    'npm install splunk-logging',
    `node -e "new (require('splunk-logging').Logger)({ token: 'YOUR_TOKEN', url: '${url}' }).send({ message: { level: 'info', message: 'hello' } })"`,
  ].join('\n');
  return [{ label: 'Splunk logging for JavaScript', text }];
}

const buildSplunkHecSnippets: Maker = (config, host) => {
  const base = `${getScheme(config)}://${host}:${readText(config.port, '8088')}/services/collector`;
  const headers = [
    ...(isSet(config.tokens) ? ['Authorization: Splunk YOUR_TOKEN'] : []),
    ...(config.acks === true ? ['X-Splunk-Request-Channel: 11111111-2222-3333-4444-555555555555'] : []),
  ];
  const event = '{"host":"web-1","sourcetype":"demo","event":{"level":"info","message":"hello"}}';
  return [
    { label: 'curl', text: formatCurl(config, `${base}/event`, headers, event) },
    ...buildSplunkClientSnippets(config, host),
    {
      label: 'curl, a raw line',
      text: formatCurl(config, `'${base}/raw?host=web-1&sourcetype=demo'`, headers, 'hello'),
    },
  ];
};

const formatYaml = (...lines: readonly (string | null)[]): string =>
  lines.filter((line) => line !== null).join('\n');

const buildOtlpSnippets: Maker = (config, host) => {
  const credentials = readCredentials(config);
  const overHttp = config.transport !== 'grpc';
  const exporter = overHttp ? 'otlphttp/penstock' : 'otlp/penstock';
  const http = `${getScheme(config)}://${host}:${readText(config.httpPort, '4318')}`;
  const grpc = `${host}:${readText(config.grpcPort, '4317')}`;
  const isPlain = config.tls !== true;
  const collector = formatYaml(
    'exporters:',
    `  ${exporter}:`,
    `    endpoint: ${overHttp ? http : grpc}`,
    !overHttp && isPlain ? '    tls:\n      insecure: true' : null,
    isPlain ? null : `    tls:\n      ca_file: ${CA}`,
    isPlain || !isClientCertificateRequired(config)
      ? null
      : `      cert_file: ${PROOF.cert}\n      key_file: ${PROOF.key}`,
    credentials && `    headers:\n      ${credentials.name}: ${credentials.value}`,
    'service:',
    '  pipelines:',
    '    logs:',
    `      exporters: [${exporter}]`,
  );
  const endpoint = overHttp ? `${http}/v1/logs` : `${getScheme(config)}://${grpc}`;
  const javascript = formatYaml(
    'export OTEL_LOGS_EXPORTER=otlp',
    `export OTEL_EXPORTER_OTLP_LOGS_PROTOCOL=${overHttp ? 'http/protobuf' : 'grpc'}`,
    `export OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=${endpoint}`,
    isPlain ? null : `export OTEL_EXPORTER_OTLP_LOGS_CERTIFICATE=${CA}`,
    isPlain || !isClientCertificateRequired(config)
      ? null
      : `export OTEL_EXPORTER_OTLP_LOGS_CLIENT_CERTIFICATE=${PROOF.cert}\nexport OTEL_EXPORTER_OTLP_LOGS_CLIENT_KEY=${PROOF.key}`,
    credentials &&
      `export OTEL_EXPORTER_OTLP_LOGS_HEADERS='${credentials.name.toLowerCase()}=${encodeURIComponent(credentials.value)}'`,
    'node --require @opentelemetry/auto-instrumentations-node/register app.js',
  );
  const headers = [
    'content-type: application/json',
    ...(credentials ? [`${credentials.name}: ${credentials.value}`] : []),
  ];
  const record = '{"severityText":"INFO","body":{"stringValue":"hello"}}';
  const request = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${record}]}]}]}`;
  return [
    { label: 'the OpenTelemetry Collector', text: collector },
    { label: 'OpenTelemetry for JavaScript', text: javascript },
    ...(overHttp ? [{ label: 'curl', text: formatCurl(config, `${http}/v1/logs`, headers, request) }] : []),
  ];
};

const MAKERS: Readonly<Record<string, Maker>> = {
  http_server: buildHttpServerSnippets,
  splunk_hec: buildSplunkHecSnippets,
  otlp: buildOtlpSnippets,
  tcp: buildTcpSnippets,
  udp: buildUdpSnippets,
  syslog: buildSyslogSnippets,
  relp: buildRelpSnippets,
  beats: buildBeatsSnippets,
  fluent: buildFluentSnippets,
};

/** Snippets from the current configuration; none for sources that fetch. */
export function buildSnippets(source: Pick<Source, 'templateId' | 'config'>): Snippet[] {
  const config = source.config ?? {};
  const host = readText(config.address, '127.0.0.1');
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return MAKERS[source.templateId]?.(config, shown) ?? [];
}
