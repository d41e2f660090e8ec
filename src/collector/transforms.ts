import type { Condition } from '../contract/conditions.ts';
import { renderCondition } from './condition.ts';
import { allOf, eventField, negate, type OttlCondition, quote, readFieldName } from './ottl.ts';
import { toRe2 } from './pattern.ts';
import { type CollectorComponent, dropProcessor, transformProcessor } from './processors.ts';
import { Settings, Unrenderable } from './refusal.ts';
import { type FieldKind, isText, type Shape, withField, withoutField } from './shape.ts';

export type RenderedTransform = { processors: CollectorComponent[]; shape: Shape };
type Render = (settings: Settings, shape: Shape) => RenderedTransform;

const takeCondition = (settings: Settings, shape: Shape): OttlCondition =>
  renderCondition(settings.take<Condition | undefined>('condition', undefined), shape);

const filter: Render = (settings, shape) => {
  const isDropping = settings.take('action', 'drop') === 'drop';
  const condition = takeCondition(settings, shape);
  const match = renderCondition(settings.take<Condition | undefined>('match', undefined), shape);
  settings.ignore('onError');
  return { processors: dropProcessor(allOf([condition, isDropping ? match : negate(match)])), shape };
};

/** Names that a pattern with stars stands for, among the fields that events can have. */
function namesLike(pattern: string, shape: Shape): string[] {
  if (pattern.includes('\\*'))
    throw new Unrenderable(`'${pattern}' has a star that is part of a name`, 'Name another field');
  if (!pattern.includes('*')) return [readFieldName(pattern)];
  const name = readFieldName(pattern);
  const test = new RegExp(`^${name.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
  return [...shape.keys()].filter((known) => test.test(known));
}

const removeFields: Render = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const named = settings.take<readonly string[]>('fields', []).flatMap((field) => namesLike(field, shape));
  const names = [...new Set(named)].filter((name) => shape.has(name));
  settings.ignore('removeNull', 'onError');
  let next = names.reduce((left, name) => withoutField(left, name, condition === true), shape);
  const statements = names.map((name) => `delete_key(log.body, ${quote(name)})`);
  if (settings.take('removeEmpty', false))
    for (const [name, { kinds }] of next) {
      if (!kinds.includes('text')) continue;
      next = withoutField(next, name, false);
      statements.push(`delete_key(log.body, ${quote(name)}) where ${eventField(name)} == ""`);
    }
  return { processors: transformProcessor(statements, condition), shape: condition === false ? shape : next };
};

const keepFields: Render = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const kept = settings.take<readonly string[]>('fields', []).map(readFieldName);
  settings.ignore('onError');
  const names = [...shape.keys()].filter((name) => !kept.includes(name));
  if (condition === false) return { processors: [], shape };
  const next = names.reduce((left, name) => withoutField(left, name, condition === true), shape);
  const statements = names.map((name) => `delete_key(log.body, ${quote(name)})`);
  return { processors: transformProcessor(statements, condition), shape: next };
};

const renameFields: Render = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  settings.ignore('onError');
  let next = shape;
  const statements: string[] = [];
  for (const entry of settings.take<readonly { from: string; to: string }[]>('fields', [])) {
    const [from, to] = [readFieldName(entry.from), readFieldName(entry.to)];
    const known = next.get(from);
    if (!known || from === to) continue;
    const where = `where ${eventField(from)} != nil`;
    statements.push(
      `set(${eventField(to)}, ${eventField(from)}) ${where}`,
      `delete_key(log.body, ${quote(from)}) ${where}`,
    );
    const isSure = condition === true && known.isAlways;
    next = withoutField(withField(next, to, known.kinds, isSure), from, condition === true);
  }
  return { processors: transformProcessor(statements, condition), shape: condition === false ? shape : next };
};

type SetEntry = { field: string; type?: string; value: string; onlyIf?: string };

/** Names and texts of a text such as `${user} at ${host}`; `$$` is a dollar sign. */
function splitTemplate(text: string): { text?: string; name?: string }[] {
  const parts: { text?: string; name?: string }[] = [];
  for (const [whole, name] of text.matchAll(/\$\$|\$\{([^}]*)\}|[^$]+|\$/g)) {
    if (name !== undefined) parts.push({ name: readFieldName(name.trim()) });
    else parts.push({ text: whole === '$$' ? '$' : whole });
  }
  return parts;
}

function renderTemplate(value: string, shape: Shape): { before: string[]; expression: string } {
  const before: string[] = [];
  const parts = splitTemplate(value).flatMap(({ text = '', name }) => {
    if (name === undefined) return [quote(text)];
    const known = shape.get(name);
    if (!known) return [];
    if (!isText(known))
      throw new Unrenderable(
        `The text takes up '${name}', which can hold a number or true and false; Collectors may write them otherwise`,
        'Set that field as text',
      );
    if (known.isAlways) return [eventField(name)];
    const kept = `log.cache[${quote(name)}]`;
    before.push(`set(${kept}, "")`, `set(${kept}, ${eventField(name)}) where ${eventField(name)} != nil`);
    return [kept];
  });
  const [only] = parts;
  if (only === undefined) return { before, expression: '""' };
  return { before, expression: parts.length === 1 ? only : `Concat([${parts.join(', ')}], "")` };
}

function renderNumber(value: string): string {
  const number = Number(value);
  const text = String(number);
  if (text.includes('e') || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    throw new Unrenderable(`Collectors may write the number ${value} otherwise`, 'Set it as text');
  return text;
}

function readValue(
  entry: SetEntry,
  shape: Shape,
): { kinds: readonly FieldKind[]; before: string[]; expression: string; from?: string } {
  const { type = 'text', value } = entry;
  if (type === 'number') return { kinds: ['number'], before: [], expression: renderNumber(value) };
  if (type === 'boolean') return { kinds: ['boolean'], before: [], expression: value };
  if (type === 'text') return { kinds: ['text'], ...renderTemplate(value, shape) };
  if (type === 'field') {
    const from = readFieldName(value);
    return { kinds: shape.get(from)?.kinds ?? [], before: [], expression: eventField(from), from };
  }
  throw new Unrenderable(
    `'${entry.field}' is set to JSON, whose lists and objects are not rendered`,
    'Set texts, numbers, or true and false',
  );
}

const setFields: Render = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const overwrite = settings.take('overwrite', true);
  settings.ignore('onError');
  let next = shape;
  const statements: string[] = [];
  for (const entry of settings.take<readonly SetEntry[]>('fields', [])) {
    const name = readFieldName(entry.field);
    const field = eventField(name);
    const { kinds, before, expression, from } = readValue(entry, next);
    const known = next.get(name);
    const source = from === undefined ? undefined : next.get(from);
    if (from !== undefined && (!source || from === name)) continue;
    const onlyIf = overwrite ? (entry.onlyIf ?? 'always') : 'missing';
    const tests: string[] = [];
    if (known && onlyIf === 'missing') tests.push(`${field} == nil`);
    if (known && onlyIf === 'empty') tests.push(`(${field} == nil or ${field} == "")`);
    if (from !== undefined) tests.push(`${eventField(from)} != nil`);
    statements.push(
      ...before,
      `set(${field}, ${expression})${tests.length > 0 ? ` where ${tests.join(' and ')}` : ''}`,
    );
    const isSet = condition === true && (from === undefined || source?.isAlways === true);
    const isReplaced = isSet && (onlyIf === 'always' || !known);
    next = withField(next, name, kinds, isReplaced);
    // Set where it was missing, so that every event has it, with a value of before or of now.
    if (isSet && !isReplaced) next = new Map([...next, [name, { ...next.get(name)!, isAlways: true }]]);
  }
  return { processors: transformProcessor(statements, condition), shape: condition === false ? shape : next };
};

const parseRegex: Render = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const name = readFieldName(settings.take('field', 'message'));
  const { source, names } = toRe2(settings.take('pattern', ''), settings.take('ignoreCase', false));
  const onError = settings.take<string>('onError', 'keep');
  const isKept = settings.take('keepOriginal', false) || names.includes(name);
  settings.expect('numbers', 'Numbers as numbers', false, false, "Turn off 'Numbers as numbers'");
  settings.expect<string | undefined>(
    'target',
    'Put the fields in',
    undefined,
    undefined,
    "Leave 'Put the fields in' empty",
  );
  if (onError === 'tag')
    throw new Unrenderable(
      'Collectors do not write the errors of the engine into events',
      "Choose 'Keep it unchanged' or 'Drop it' for events that cannot be processed",
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

/** By type. What is not here has no counterpart that does the same, and is refused. */
export const TRANSFORMS: Readonly<Record<string, Render>> = {
  filter,
  remove_fields: removeFields,
  keep_fields: keepFields,
  rename_fields: renameFields,
  set_fields: setFields,
  parse_regex: parseRegex,
};

/**
 * Conditions of the outputs of a route, by their names.
 * @throws Unrenderable
 */
export function renderRoutes(
  config: Readonly<Record<string, unknown>>,
  shape: Shape,
  unmatched: string,
): Map<string, OttlCondition> {
  const settings = new Settings(config);
  const condition = takeCondition(settings, shape);
  const isFirst = settings.take('mode', 'first') === 'first';
  settings.ignore('unmatched', 'onError');
  const routes = settings.take<readonly { name: string; match: Condition }[]>('routes', []);
  settings.end();
  const outputs = new Map<string, OttlCondition>();
  const earlier: OttlCondition[] = [];
  for (const { name, match } of routes) {
    const met = allOf([condition, renderCondition(match, shape)]);
    outputs.set(name.trim(), isFirst ? allOf([...earlier.map(negate), met]) : met);
    earlier.push(met);
  }
  outputs.set(unmatched, allOf(earlier.map(negate)));
  return outputs;
}
