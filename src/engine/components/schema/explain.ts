import type { z } from 'zod';
import { type ConfigProperty, getEntryNoun } from '../../../contract/config-format.ts';
import type { ErrorDetail } from '../../../contract/errors.ts';
import { describeQuantity, formatBound, isQuantityUnit } from '../../../contract/quantity.ts';

type Issue = z.core.$ZodIssue;
type Named = { label: string; property: ConfigProperty | undefined };

const ENTRY: Partial<Record<ConfigProperty['kind'], string>> = { condition: 'rule', objects: 'entry' };

function describePath(path: PropertyKey[], properties: ConfigProperty[]): Named {
  let label = '';
  let property: ConfigProperty | undefined;
  let among: ConfigProperty[] | undefined = properties;
  for (const step of path) {
    if (typeof step === 'number') {
      label += `, ${(property && ENTRY[property.kind]) ?? 'entry'} ${step + 1}`;
      continue;
    }
    const next: ConfigProperty | undefined = among?.find((candidate) => candidate.name === step);
    if (next) {
      label += label === '' ? next.label : `: ${next.label}`;
      property = next;
      among = next.objStructure ?? [];
    } else if (property?.kind === 'map') label += ` '${String(step)}'`;
    else if (property?.kind === 'condition' && step !== 'rules') label += `: ${String(step)}`;
  }
  return { label, property };
}

const KIND_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  record: 'a set of names and values',
  object: 'a group of settings',
};

function typeWords(issue: Issue, { property }: Named): string {
  const { min, max, kind, unit } = property ?? {};
  const expected = issue.code === 'invalid_type' ? issue.expected : 'string';
  if (expected !== 'number' && expected !== 'int') return KIND_WORDS[expected] ?? expected;
  if (isQuantityUnit(unit) && typeof issue.input === 'string')
    return `a number of ${unit}; forms also take ${describeQuantity(unit)}`;
  const number = kind === 'integer' ? 'a whole number' : 'a number';
  return min !== undefined && max !== undefined
    ? `${number} between ${formatBound(min, unit)} and ${formatBound(max, unit)}`
    : number;
}

function boundWords(issue: Issue & { code: 'too_small' | 'too_big' }, { property }: Named): string {
  const least = issue.code === 'too_small';
  const bound = String(least ? issue.minimum : issue.maximum);
  const { min, max, unit } = property ?? {};
  if (issue.origin === 'string') {
    if (least && bound === '1') return 'is required';
    return `must have at ${least ? 'least' : 'most'} ${bound} characters`;
  }
  if (issue.origin === 'array' || issue.origin === 'map' || issue.origin === 'record') {
    const entries = bound === '1' ? '1 entry' : `${bound} entries`;
    return `must have at ${least ? 'least' : 'most'} ${entries}`;
  }
  if (min !== undefined && max !== undefined)
    return `must be between ${formatBound(min, unit)} and ${formatBound(max, unit)}`;
  return `must be at ${least ? 'least' : 'most'} ${formatBound(Number(bound), unit)}`;
}

const isRequired = (issue: Issue): boolean => issue.code === 'invalid_type' && issue.input === undefined;

const saysItself = (issue: Issue, { property }: Named): boolean =>
  property?.kind === 'condition' && (issue.code === 'custom' || issue.code === 'too_small');

function ruleAndWords(issue: Issue, named: Named): { rule: string; words: string } {
  if (isRequired(issue)) return { rule: 'required', words: 'is required' };
  if (issue.code === 'invalid_type') return { rule: 'type', words: `must be ${typeWords(issue, named)}` };
  if ((issue.code === 'too_small' && !saysItself(issue, named)) || issue.code === 'too_big') {
    const words = boundWords(issue, named);
    return { rule: words === 'is required' ? 'required' : issue.code === 'too_small' ? 'min' : 'max', words };
  }
  if (issue.code === 'invalid_value')
    return { rule: 'choice', words: `must be one of: ${issue.values.map(String).join(', ')}` };
  const rule = issue.code === 'custom' ? issue.params?.rule : undefined;
  return { rule: typeof rule === 'string' ? rule : 'rule', words: issue.message };
}

/** `must be …` follows the label directly; a whole sentence follows a colon. */
const sentence = (label: string, words: string): string =>
  /^(must|needs|is|may) /.test(words) ? `${label} ${words}` : `${label}: ${words}`;

function unknownNames(
  issue: Issue & { code: 'unrecognized_keys' },
  { label, property }: Named,
  properties: ConfigProperty[],
): ErrorDetail[] {
  const known = issue.path.length === 0 ? properties : property?.objStructure;
  const names = known ? `; it knows ${known.map((candidate) => candidate.name).join(', ')}` : '';
  return issue.keys.map((key) => ({
    field: [...issue.path, key].map(String).join('.'),
    rule: 'unknown',
    message: `'${key}' is not a setting of ${label === '' ? 'this type' : label}${names}`,
  }));
}

/** The union branch the user meant: a group if it has `rules`, else a rule. */
function chosenBranch(issue: Issue & { code: 'invalid_union' }): Issue[] {
  const input = issue.input;
  const isGroup = typeof input === 'object' && input !== null && 'rules' in input;
  const branches = issue.errors.filter((branch) => branch.length > 0);
  return (isGroup ? branches.at(-1) : branches[0]) ?? [];
}

/** One detail per issue; fields are paths within the configuration. */
export function explainIssues(issues: Issue[], properties: ConfigProperty[]): ErrorDetail[] {
  return issues.flatMap((issue) => {
    const whole = describePath(issue.path, properties);
    const isLeaf = issue.path.length > 1 && typeof issue.path.at(-1) === 'string';
    const named =
      isLeaf && saysItself(issue, whole) ? describePath(issue.path.slice(0, -1), properties) : whole;
    if (issue.code === 'unrecognized_keys') return unknownNames(issue, named, properties);
    if (issue.code === 'invalid_union' && issue.errors.some((branch) => branch.length > 0)) {
      const inner = chosenBranch(issue).map((cause) => ({ ...cause, path: [...issue.path, ...cause.path] }));
      return explainIssues(inner, properties);
    }
    // The reason is in the key's own issues.
    if (issue.code === 'invalid_key' && issue.issues.length > 0) {
      const inner = issue.issues.map((cause) => ({ ...cause, path: issue.path }) as Issue);
      return explainIssues(inner, properties);
    }
    const { rule, words } = ruleAndWords(issue, named);
    if (rule === 'required' && named.property?.kind === 'objects')
      return [
        {
          field: issue.path.map(String).join('.'),
          rule,
          message: `Add at least one ${getEntryNoun(named.property)}`,
        },
      ];
    const label = named.label === '' ? 'The configuration' : named.label;
    return [{ field: issue.path.map(String).join('.'), rule, message: sentence(label, words) }];
  });
}
