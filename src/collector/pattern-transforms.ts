import { allOf, eventField, negate, type OttlCondition, quote, readFieldName } from './ottl.ts';
import { toRe2 } from './pattern.ts';
import { dropProcessor, transformProcessor } from './processors.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import { isText, type Shape, withField, withoutField } from './shape.ts';
import { namesLike, type RenderTransform, takeCondition, takeErrorAction } from './transform-settings.ts';

export const parseRegex: RenderTransform = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const name = readFieldName(settings.take('field', 'message'));
  const { source, names } = toRe2(settings.take('pattern', ''), settings.take('ignoreCase', false));
  const onError = takeErrorAction(settings);
  const isKept = settings.take('keepOriginal', false) || names.includes(name);
  settings.expect('numbers', 'Numbers as numbers', false, false, "Turn off 'Numbers as numbers'");
  settings.expect<string | undefined>(
    'target',
    'Put the fields in',
    undefined,
    undefined,
    "Leave 'Put the fields in' empty",
  );
  const known = shape.get(name);
  if (known && !isText(known))
    throw new Unrenderable(`'${name}' can hold a number or true and false`, 'Parse a field that holds text');
  const field = eventField(name);
  const matches: OttlCondition = known
    ? allOf([known.isAlways || `${field} != nil`, `IsMatch(${field}, ${quote(source)})`])
    : false;
  const failing = onError === 'drop' ? dropProcessor(allOf([condition, negate(matches)])) : [];
  const parsed = allOf([condition, matches]);
  if (parsed === false) return { processors: failing, shape };
  const statements = [
    `set(log.cache["parsed"], ExtractPatterns(${field}, ${quote(source)}))`,
    ...names.map((group) => `set(${eventField(group)}, log.cache["parsed"][${quote(group)}])`),
    ...(isKept ? [] : [`delete_key(log.body, ${quote(name)})`]),
  ];
  const isSure = condition === true && onError === 'drop';
  const found = names.reduce((left, group) => withField(left, group, ['text'], isSure), shape);
  return {
    processors: [...failing, ...transformProcessor(statements, isSure ? true : parsed)],
    shape: isKept ? found : withoutField(found, name, isSure),
  };
};

type RedactRule = { find: string; pattern?: string; action?: string; replacement?: string };

function takeRule(settings: Settings): { source: string; replacement: string } {
  const rules = settings.take<readonly RedactRule[]>('rules', []);
  const [rule] = rules;
  if (!rule || rules.length > 1)
    throw new Unrenderable(
      'An engine finds what several rules hide in the text as it came; a Collector would search what the first one left',
      'Use a step of its own for each rule',
    );
  if (rule.find !== 'pattern')
    throw new Unrenderable(
      'The detectors of an engine find what no processor of a Collector finds alike',
      "Choose 'Custom pattern' for what is found, or run this pipeline on an engine",
    );
  if ((rule.action ?? 'replace') !== 'replace')
    throw new Unrenderable(
      'Collectors neither hide a part of what is found nor hash it as an engine does',
      "Choose 'Replace it'",
    );
  const { source, canBeEmpty } = toRe2(rule.pattern ?? '');
  if (canBeEmpty)
    throw new Unrenderable(
      'The pattern also matches nothing, which a Collector would replace between all characters',
      'Make a part of the pattern necessary, such as by + instead of *',
    );
  return { source, replacement: rule.replacement ?? '[redacted]' };
}

function takeScope(settings: Settings, shape: Shape): string[] {
  const scope = settings.take('scope', 'all');
  const fields = settings.take<readonly string[]>('fields', []);
  const all = [...shape.keys()];
  if (scope === 'all') return all;
  const named = new Set(fields.flatMap((field) => namesLike(field, shape)));
  return all.filter((name) => named.has(name) === (scope === 'include'));
}

export const redact: RenderTransform = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const { source, replacement } = takeRule(settings);
  const names = takeScope(settings, shape);
  settings.ignore('hashKey', 'onError');
  const number = names.find((name) => shape.get(name)!.kinds.includes('number'));
  if (number !== undefined)
    throw new Unrenderable(
      `'${number}' can hold a number, which an engine searches too, and a Collector does not`,
      'Leave that field out, or set it as text',
    );
  const dollars = replacement.replaceAll('$', '$$$$');
  const statements = names.map(
    (name) => `replace_pattern(${eventField(name)}, ${quote(source)}, ${quote(dollars)})`,
  );
  return { processors: transformProcessor(statements, condition), shape };
};
