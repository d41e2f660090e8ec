import type { Condition } from '../contract/conditions.ts';
import { renderCondition } from './condition.ts';
import { allOf, eventField, negate, type OttlCondition, quote, readFieldName } from './ottl.ts';
import { parseRegex, redact } from './pattern-transforms.ts';
import { dropProcessor, transformProcessor } from './processors.ts';
import { Settings, Unrenderable } from './refusal.ts';
import { type FieldKind, isText, type Shape, withField, withoutField } from './shape.ts';
import { namesLike, type RenderTransform, takeCondition, takeErrorAction } from './transform-settings.ts';

const filter: RenderTransform = (settings, shape) => {
  const isDropping = settings.take('action', 'drop') === 'drop';
  const condition = takeCondition(settings, shape);
  const match = renderCondition(settings.take<Condition | undefined>('match', undefined), shape);
  settings.ignore('onError');
  return { processors: dropProcessor(allOf([condition, isDropping ? match : negate(match)])), shape };
};

const removeFields: RenderTransform = (settings, shape) => {
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

const keepFields: RenderTransform = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  const kept = settings.take<readonly string[]>('fields', []).map(readFieldName);
  settings.ignore('onError');
  const names = [...shape.keys()].filter((name) => !kept.includes(name));
  if (condition === false) return { processors: [], shape };
  const next = names.reduce((left, name) => withoutField(left, name, condition === true), shape);
  const statements = names.map((name) => `delete_key(log.body, ${quote(name)})`);
  return { processors: transformProcessor(statements, condition), shape: next };
};

const renameFields: RenderTransform = (settings, shape) => {
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

/** Parts of a text such as `${user} at ${host}`; `$$` is a dollar sign. */
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
        `The text takes up '${name}', which can hold a number or true and false; Collectors may write them differently`,
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
    throw new Unrenderable(`Collectors may write the number ${value} differently`, 'Set it as text');
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

const setFields: RenderTransform = (settings, shape) => {
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
    // Set where missing, so every event has it, with an old or new value.
    if (isSet && !isReplaced) next = new Map([...next, [name, { ...next.get(name)!, isAlways: true }]]);
  }
  return { processors: transformProcessor(statements, condition), shape: condition === false ? shape : next };
};

/** Fields have one level, so the event is already flat. */
const flatten: RenderTransform = (settings, shape) => {
  const condition = takeCondition(settings, shape);
  settings.ignore('separator', 'depth', 'lists');
  const onError = takeErrorAction(settings);
  const isFailing = settings.take<string | undefined>('field', undefined) !== undefined;
  return { processors: isFailing && onError === 'drop' ? dropProcessor(condition) : [], shape };
};

/** Types not listed have no exact counterpart, and are refused. */
export const TRANSFORMS: Readonly<Record<string, RenderTransform>> = {
  filter,
  remove_fields: removeFields,
  keep_fields: keepFields,
  rename_fields: renameFields,
  set_fields: setFields,
  parse_regex: parseRegex,
  redact,
  flatten,
};

/**
 * Conditions of a route's outputs by name.
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
