import type { NodeType } from '../../../src/contract/enums.ts';

/** Breaks a rule that only the component's schema knows; the error names `field`. */
export type BrokenRule = {
  kind: NodeType;
  type: string;
  /** Added to the kind's minimal configuration. */
  broken: Record<string, unknown>;
  field: string;
};

const createRule =
  (kind: NodeType) =>
  (type: string, broken: Record<string, unknown>, field: string): BrokenRule => ({
    kind,
    type,
    broken,
    field,
  });
const [source, transform, sink] = [createRule('SOURCE'), createRule('TRANSFORM'), createRule('SINK')];

const createLevelCondition = (operator: string, value: string) => ({
  match: 'all',
  rules: [{ field: 'level', operator, value }],
});
const own = { tls: 'own', tlsKey: 'x' };

/** Covers each kind with a cross-field rule, or one that an engine compiler checks. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  source('http_server', { auth: 'basic', username: 'u' }, 'password'),
  source('http_server', { tls: true }, 'tlsCert'),
  source('splunk_hec', { disabledTokens: 'a' }, 'tokens'),
  source('otlp', { httpPort: 4318, grpcPort: 4318 }, 'grpcPort'),
  source('syslog', { transport: 'tls' }, 'tlsKey'),
  source('fluent', { tls: true }, 'tlsCert'),
  source('beats', { tls: true }, 'tlsCert'),
  source('relp', { tls: true }, 'tlsCert'),
  source('tcp', { tls: true }, 'tlsCert'),
  source('tcp', { permittedSenders: ['nowhere'] }, 'permittedSenders.0'),
  source('file_tail', { multiline: 'start' }, 'multilinePattern'),
  source('s3', { url: 'ftp://127.0.0.1/', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' }, 'url'),
  source('kafka', { brokers: ['kafka://a'] }, 'brokers.0'),
  source('kafka', { sasl: 'plain', username: 'u' }, 'password'),
  sink('kafka', { tls: true, tlsKey: 'x' }, 'tlsCert'),
  transform('remove_fields', { fields: [] }, 'fields'),
  transform('aggregate', { results: [{ operation: 'sum' }] }, 'results.0.field'),
  transform('aggregate', { results: [{ operation: 'count' }, { operation: 'count' }] }, 'results.1.target'),
  transform('dedupe', { compare: 'fields' }, 'fields'),
  transform(
    'geoip',
    {
      add: { country: false, city: false, region: false, location: false, asn: false },
    },
    'add',
  ),
  transform(
    'lookup',
    {
      match: 'cidr',
      keys: [
        { field: 'a', column: 'a' },
        { field: 'b', column: 'b' },
      ],
    },
    'keys',
  ),
  transform('lookup', { columns: ['a', 'a'] }, 'columns.1'),
  transform('parse_csv', { columns: ['a'], header: 'h' }, 'header'),
  transform('parse_grok', { pattern: '%{NOPE:verb}' }, 'pattern'),
  transform('parse_grok', { alternatives: ['%{NOPE}'] }, 'alternatives.0'),
  transform('parse_key_value', { pairDelimiter: '=', valueDelimiter: '=' }, 'valueDelimiter'),
  transform('parse_regex', { pattern: '([a-z]+)' }, 'pattern'),
  transform('parse_timestamp', { format: 'own' }, 'formats'),
  transform('redact', { rules: [{ find: 'pattern' }] }, 'rules.0.pattern'),
  transform('redact', { scope: 'include' }, 'fields'),
  transform(
    'route',
    {
      routes: [
        { name: 'a', match: createLevelCondition('equals', 'x') },
        { name: 'a', match: createLevelCondition('equals', 'y') },
      ],
    },
    'routes.1.name',
  ),
  transform('script', { code: 'event.a =' }, 'code'),
  transform('serialise', { format: 'csv' }, 'columns'),
  transform('set_fields', { fields: [{ field: 'a', type: 'number', value: 'x' }] }, 'fields.0.value'),
  transform('filter', { match: createLevelCondition('matches', '(') }, 'match'),
  sink('file', { path: '/tmp/' }, 'path'),
  sink('http', { url: 'https://u:p@example.com/' }, 'url'),
  sink('http', { auth: 'bearer' }, 'token'),
  sink('http', own, 'tlsCert'),
  sink('splunk_hec', { url: 'nowhere' }, 'url'),
  sink('elasticsearch', { url: 'nowhere' }, 'url'),
  sink('loki', { labels: {} }, 'labels'),
  sink('otlp_http', { url: 'nowhere' }, 'url'),
  sink('s3', { url: 'nowhere' }, 'url'),
  sink('relp', { tls: true, tlsKey: 'x' }, 'tlsCert'),
  sink('syslog_out', { transport: 'tls', tlsKey: 'x' }, 'tlsCert'),
];
