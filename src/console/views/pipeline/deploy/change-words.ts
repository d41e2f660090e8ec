import type { Template } from '../../../../contract/entities/template.ts';
import type { ComparedNode } from '../../../../graph/compared-graph.ts';
import type { FieldChange, NodeChange } from '../../../../graph/version-diff.ts';
import { indexProperties, toChangeLine } from '../../../components/version-changes/field-lines.ts';
import type { ChangeLine } from '../../../components/widgets/change-list/types.ts';
import { toRecords } from '../../../components/widgets/schema-form/values.ts';

/** Effect on events when a transform of this type stops acting. */
const WITHOUT: Readonly<Record<string, string>> = {
  parse_json: 'events will not be parsed',
  parse_grok: 'events will not be parsed',
  parse_regex: 'events will not be parsed',
  parse_key_value: 'events will not be parsed',
  parse_csv: 'events will not be parsed',
  parse_cef: 'events will not be parsed',
  parse_timestamp: 'times will not be parsed',
  filter: 'events that it drops will pass',
  sample: 'all events will pass',
  throttle: 'events over its limit will pass',
  dedupe: 'repeated events will pass',
  aggregate: 'events will pass one by one',
  remove_fields: 'the fields that it removes will stay',
  keep_fields: 'all fields will stay',
  set_fields: 'its fields will not be set',
  rename_fields: 'fields will keep their names',
  flatten: 'nested fields will stay nested',
  lookup: 'its fields will not be added',
  geoip: 'its fields will not be added',
  unroll: 'lists will not become events',
  serialise: 'events will not be serialized',
  script: 'its script will not run',
  route: 'each of its outputs will receive all events',
  extract_patterns: 'event patterns will not be added',
};

/** Effect of an enabled node. */
const AGAIN = {
  SOURCE: 'its events will be processed again',
  TRANSFORM: 'events will be processed by it again',
  SINK: '',
} as const;

/** Longer values are shown only by the version comparison. */
const MOST_CHARACTERS = 160;
const LONG_TEXTS: readonly FieldChange['field'][] = ['description', 'notes'];

/** Lowercases `E-mail addresses`, but not `IPv4 addresses`. */
const decapitalize = (text: string): string =>
  /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const listKinds = (node: ComparedNode): string[] =>
  toRecords(node.config.rules).map(({ find }) => (typeof find === 'string' ? find : ''));

/** Kinds of values redacted by only one of the two. */
function describeVisible(before: ComparedNode, after: ComparedNode | undefined, template?: Template): string {
  const hidden = after && !after.disabled ? listKinds(after) : [];
  const shown = [...new Set(listKinds(before))].filter((kind) => !hidden.includes(kind));
  const find = indexProperties(template)
    .get('rules')
    ?.objStructure?.find(({ name }) => name === 'find');
  const labels = shown.map((kind) =>
    decapitalize(find?.options?.find(({ value }) => value === kind)?.label ?? kind),
  );
  return labels.length === 0
    ? ''
    : `${new Intl.ListFormat('en-US', { type: 'conjunction' }).format(labels)} will be visible`;
}

function describeEffect(change: NodeChange, template: Template | undefined): string {
  if (change.kind === 'added') return '';
  const { before } = change;
  const after = change.kind === 'changed' ? change.after : undefined;
  if (before.disabled) return after && !after.disabled ? AGAIN[before.nodeType] : '';
  // Destinations have their own section.
  if (before.nodeType === 'SINK') return '';
  if (before.nodeType === 'SOURCE')
    return after && !after.disabled ? '' : 'its events will no longer be processed';
  if (before.templateId === 'redact') return describeVisible(before, after, template);
  return after && !after.disabled ? '' : (WITHOUT[before.templateId] ?? 'events will pass unchanged');
}

function formatLine({ label, before, after, isPart }: ChangeLine): string {
  const [was, is] = [before, after].map((text) => text?.replaceAll('\n', ', '));
  const parts = isPart
    ? [is && `added ${is}`, was && `removed ${was}`].filter(Boolean).join('; ')
    : `${was ?? 'empty'} → ${is ?? 'empty'}`;
  return parts.length > MOST_CHARACTERS ? `${label} changed` : `${label}: ${parts}`;
}

export type ChangeWords = {
  said: string;
  /** Effect on events; empty if the values show it. */
  effect: string;
  /** One line per changed setting. */
  settings: string[];
};

/** Describes a node's change: action, effect, and changed values. */
export function describeChange(change: NodeChange, template: Template | undefined): ChangeWords {
  const effect = describeEffect(change, template);
  if (change.kind !== 'changed') {
    const isOff = change.kind === 'added' && change.after.disabled;
    return { said: isOff ? 'added, disabled' : change.kind, effect, settings: [] };
  }
  const switched = change.before.disabled !== change.after.disabled;
  const said = switched ? (change.after.disabled ? 'disabled' : 'enabled') : 'changed';
  const properties = indexProperties(template);
  const settings = change.fields
    .filter(({ field }) => field !== 'disabled')
    .map((field) => {
      const line = toChangeLine(field, properties);
      const isLong = LONG_TEXTS.includes(field.field);
      return isLong || /\n/.test(line.isPart ? '' : `${line.before}${line.after}`)
        ? `${line.label} changed`
        : formatLine(line);
    });
  return { said, effect, settings };
}
