import type { NodeType } from '../../../contract/enums.ts';
import type { IconName } from '../../widgets/icons/icon-table.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  http_server: 'globe',
  tcp: 'network',
  syslog: 'logSearch',
  file_tail: 'fileInput',
  generator: 'sparkles',
  parse_json: 'braces',
  parse_grok: 'regex',
  filter: 'filter',
  remove_fields: 'scissors',
  keep_fields: 'listFilter',
  set_fields: 'tag',
  rename_fields: 'rename',
  sample: 'dice',
  file: 'fileOutput',
  http: 'send',
  blackhole: 'archive',
};

const BY_TYPE: Record<NodeType, IconName> = { SOURCE: 'source', TRANSFORM: 'settings', SINK: 'destination' };

/** The icon of a kind of component; an unknown kind takes that of its place in the pipeline. */
export const templateIcon = (templateId: string, nodeType: NodeType): IconName =>
  ICONS[templateId] ?? BY_TYPE[nodeType];
