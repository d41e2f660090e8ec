import { conditionText } from '../../../contract/conditions.ts';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { isRecord } from '../../../contract/values.ts';
import type { FieldChange, NodeField } from '../../../graph/version-diff.ts';
import type { ChangeLine } from '../widgets/change-list/types.ts';
import { toCondition } from '../widgets/schema-form/condition-rules.ts';
import { toRecord, toTexts } from '../widgets/schema-form/values.ts';

const FIELD_LABELS: Record<NodeField, string> = {
  name: 'Name',
  description: 'Description',
  nodeType: 'Kind',
  templateId: 'Type',
  disabled: 'State',
  notes: 'Notes',
};

type Properties = ReadonlyMap<string, ConfigProperty>;

function collectProperties(properties: readonly ConfigProperty[], into: Map<string, ConfigProperty>): void {
  for (const property of properties) {
    if (!into.has(property.name)) into.set(property.name, property);
    for (const { configFormat } of property.linkedConfigFormats ?? [])
      for (const group of configFormat.config_groups) collectProperties(group.properties, into);
  }
}

/** Includes conditional properties. */
export function indexProperties(template: Template | undefined): Properties {
  const found = new Map<string, ConfigProperty>();
  for (const group of template?.configFormat?.config_groups ?? []) collectProperties(group.properties, found);
  return found;
}

const isSecretMark = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).length === 1 && typeof value.set === 'boolean';

function formatRecord(value: Record<string, unknown>, properties: readonly ConfigProperty[]): string {
  return Object.entries(value)
    .filter(([, entry]) => entry !== undefined && entry !== '')
    .map(([name, entry]) => {
      const property = properties.find((one) => one.name === name);
      return `${property?.label ?? name}: ${formatValue(entry, property)}`;
    })
    .join(', ');
}

/** A value for display; for a secret only whether it is set. */
export function formatValue(value: unknown, property?: ConfigProperty): string {
  if (property?.kind === 'secret' || isSecretMark(value))
    return isSecretMark(value) && isRecord(value) && value.set === false ? 'not set' : 'set, not shown';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (property?.kind === 'condition') {
    const condition = toCondition(value);
    if (condition) return conditionText(condition);
  }
  if (Array.isArray(value))
    return value
      .map((entry) =>
        isRecord(entry) ? formatRecord(entry, property?.objStructure ?? []) : formatValue(entry, undefined),
      )
      .join('\n');
  if (isRecord(value)) return formatRecord(value, property?.objStructure ?? []);
  const text = value === null || value === undefined ? '' : String(value);
  const label = property?.options?.find((option) => option.value === text)?.label ?? text;
  return property?.unit && text !== '' ? `${label} ${property.unit}` : label;
}

const formatShownValue = (value: unknown, property?: ConfigProperty): string | undefined => {
  const text = value === undefined ? '' : formatValue(value, property);
  return text === '' ? undefined : text;
};

function listEntryLines(before: unknown, after: unknown, property: ConfigProperty | undefined) {
  const texts = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.map((entry) => formatValue([entry], property))
      : Object.entries(toRecord(value)).map(([key, entry]) => `${key} → ${toTexts([entry])[0] ?? ''}`);
  const [was, is] = [texts(before), texts(after)];
  return {
    removed: was.filter((entry) => !is.includes(entry)),
    added: is.filter((entry) => !was.includes(entry)),
  };
}

const isList = (property: ConfigProperty | undefined, value: unknown): boolean =>
  Array.isArray(value) || property?.kind === 'map';

export function toChangeLine(change: FieldChange, properties: Properties): ChangeLine {
  const { before, after } = change;
  if (change.field !== 'config') {
    const label = FIELD_LABELS[change.field];
    if (change.field === 'disabled')
      return { label, before: before ? 'Disabled' : 'Enabled', after: after ? 'Disabled' : 'Enabled' };
    return { label, before: formatShownValue(before), after: formatShownValue(after) };
  }
  const property = properties.get(change.property);
  const label = property?.label ?? change.property;
  if (isList(property, before ?? after)) {
    const { added, removed } = listEntryLines(before, after, property);
    const text = (entries: string[]) => (entries.length > 0 ? entries.join('\n') : undefined);
    // Same entries, different order.
    if (added.length + removed.length === 0)
      return { label, before: formatShownValue(before, property), after: formatShownValue(after, property) };
    return { label, before: text(removed), after: text(added), isPart: true };
  }
  const missing =
    property?.default === undefined ? undefined : `${formatValue(property.default, property)} (default)`;
  return {
    label,
    before: formatShownValue(before, property) ?? missing,
    after: formatShownValue(after, property) ?? missing,
  };
}
