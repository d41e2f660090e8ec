import type { NodeType } from '../../contract/enums.ts';
import type { IconName } from '../lib/icons/icon-names.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  http_server: 'globe',
  tcp: 'network',
  syslog: 'logSearch',
  file_tail: 'fileInput',
  kafka: 'columns',
  generator: 'sparkles',
  parse_json: 'braces',
  parse_grok: 'regex',
  parse_regex: 'asterisk',
  parse_key_value: 'equal',
  parse_csv: 'table',
  parse_cef: 'shield',
  parse_timestamp: 'calendarClock',
  filter: 'filter',
  remove_fields: 'scissors',
  keep_fields: 'listFilter',
  set_fields: 'tag',
  rename_fields: 'rename',
  flatten: 'flatten',
  lookup: 'tableSearch',
  geoip: 'mapPin',
  redact: 'redact',
  unroll: 'unroll',
  serialise: 'fileCode',
  script: 'terminal',
  route: 'split',
  sample: 'dice',
  throttle: 'timer',
  dedupe: 'copy',
  aggregate: 'sigma',
  extract_patterns: 'fileText',
  file: 'fileOutput',
  http: 'send',
  splunk_hec: 'activity',
  elasticsearch: 'database',
  loki: 'list',
  s3: 'box',
  syslog_out: 'logSearch',
  otlp_http: 'connect',
  blackhole: 'archive',
};

const BY_TYPE: Record<NodeType, IconName> = { SOURCE: 'source', TRANSFORM: 'settings', SINK: 'destination' };

/** Unknown templates get the icon of their node type. */
export const getTemplateIcon = (templateId: string, nodeType: NodeType): IconName =>
  ICONS[templateId] ?? BY_TYPE[nodeType];
