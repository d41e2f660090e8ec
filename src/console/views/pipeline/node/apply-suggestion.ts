import type { Suggestion } from '../../../../contract/calls/suggestions.ts';

/** Settings that a suggestion decides as a whole: what it leaves out gets its default. */
const DECIDED: Record<string, readonly string[]> = {
  parse_key_value: ['pairDelimiter', 'valueDelimiter'],
  parse_csv: ['columns', 'header', 'delimiter', 'quote', 'dropHeader'],
  parse_grok: ['pattern', 'patternSet'],
  parse_regex: ['pattern', 'ignoreCase'],
  parse_timestamp: ['format', 'formats'],
};

const listRules = (config: Record<string, unknown>): { find?: unknown }[] =>
  Array.isArray(config.rules) ? config.rules : [];

/** The configuration with the suggestion in it; everything else stays. Redaction gets a rule more. */
export function applySuggestion(
  config: Record<string, unknown>,
  { templateId, config: suggested }: Pick<Suggestion, 'templateId' | 'config'>,
): Record<string, unknown> {
  if (templateId === 'redact') {
    const added = listRules(suggested);
    const kept = listRules(config).filter(({ find }) => !added.some((rule) => rule.find === find));
    return { ...config, rules: [...kept, ...added] };
  }
  const decided = DECIDED[templateId] ?? [];
  const kept = Object.entries(config).filter(([name]) => !decided.includes(name));
  return { ...Object.fromEntries(kept), ...suggested };
}
