const condition = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] };

/** Required settings by type, or by kind where two types share a name. */
const NEEDED: Record<string, Record<string, unknown>> = {
  http_server: { port: 4740 },
  'SOURCE splunk_hec': { port: 4740 },
  tcp: { port: 4740 },
  udp: { port: 4740 },
  syslog: { port: 4740 },
  fluent: { port: 4740 },
  beats: { port: 4740 },
  'SOURCE relp': { port: 4740 },
  'SOURCE kafka': { brokers: ['127.0.0.1:4742'], topics: ['logs'], group: 'penstock' },
  'SINK kafka': { brokers: ['127.0.0.1:4742'], topic: 'logs' },
  file_tail: { path: '/var/log/app.log' },
  parse_grok: { pattern: '%{WORD:verb}' },
  parse_regex: { pattern: '(?<verb>[A-Z]+)' },
  parse_timestamp: { field: 'time' },
  filter: { match: condition },
  remove_fields: { fields: ['a.b'] },
  keep_fields: { fields: ['a.b'] },
  set_fields: { fields: [{ field: 'a', value: 'x' }] },
  rename_fields: { fields: [{ from: 'a', to: 'b' }] },
  redact: { rules: [{ find: 'email' }] },
  lookup: { file: 'hosts.csv', keys: [{ field: 'host', column: 'host' }] },
  geoip: { file: 'city.mmdb', field: 'client.ip' },
  unroll: { field: 'records' },
  script: { code: 'event.a = 1' },
  route: { routes: [{ name: 'debug', match: condition }] },
  file: { path: '/tmp/out.ndjson' },
  http: { url: 'http://127.0.0.1:4741/' },
  splunk_hec: { url: 'http://127.0.0.1:4741/', token: 't' },
  elasticsearch: { url: 'http://127.0.0.1:4741/', index: 'logs' },
  otlp_http: { url: 'http://127.0.0.1:4741/' },
  loki: { url: 'http://127.0.0.1:4741/' },
  'SINK relp': { host: '127.0.0.1', port: 4741 },
  syslog_out: { host: '127.0.0.1', port: 4741 },
  s3: { url: 'http://127.0.0.1:4741/', bucket: 'logs', accessKeyId: 'a', secretAccessKey: 's' },
};

export const neededConfig = (nodeType: string, id: string): Record<string, unknown> =>
  NEEDED[`${nodeType} ${id}`] ?? NEEDED[id] ?? {};
