import type { Suggestion } from '../../../contract/calls/suggestions.ts';

/** Settings that a suggestion replaces completely: omitted ones get their defaults. */
const DECIDED: Record<string, readonly string[]> = {
  parse_key_value: ['pairDelimiter', 'valueDelimiter'],
  parse_csv: ['columns', 'header', 'delimiter', 'quote', 'dropHeader'],
  parse_grok: ['pattern', 'patternSet'],
  parse_regex: ['pattern', 'ignoreCase'],
  parse_timestamp: ['format', 'formats'],
  filter: ['action', 'match'],
  sample: ['mode', 'rate', 'percent', 'condition'],
};

const listRules = (config: Record<string, unknown>): { find?: unknown }[] =>
  Array.isArray(config.rules) ? config.rules : [];

const listFields = (config: Record<string, unknown>): unknown[] =>
  Array.isArray(config.fields) ? config.fields : [];

type Suggested = Pick<Suggestion, 'templateId' | 'config' | 'isOfSource'>;

/** Whether a removal already has the field, or a source the settings. */
export const isApplied = (
  config: Record<string, unknown>,
  { templateId, config: suggested, isOfSource }: Suggested,
): boolean =>
  isOfSource
    ? Object.entries(suggested).every(([name, value]) => config[name] === value)
    : templateId === 'remove_fields' &&
      listFields(suggested).every((one) => listFields(config).includes(one));

/** Adds the suggestion to the configuration: redaction gets another rule, a removal another field. */
export function applySuggestion(
  config: Record<string, unknown>,
  { templateId, config: suggested, isOfSource }: Suggested,
): Record<string, unknown> {
  if (isOfSource) return { ...config, ...suggested };
  if (templateId === 'redact') {
    const added = listRules(suggested);
    const kept = listRules(config).filter(({ find }) => !added.some((rule) => rule.find === find));
    return { ...config, rules: [...kept, ...added] };
  }
  if (templateId === 'remove_fields')
    return { ...config, fields: [...new Set([...listFields(config), ...listFields(suggested)])] };
  const decided = DECIDED[templateId] ?? [];
  const kept = Object.entries(config).filter(([name]) => !decided.includes(name));
  return { ...Object.fromEntries(kept), ...suggested };
}
