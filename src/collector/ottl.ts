import { Unrenderable } from './refusal.ts';

/**
 * [OTTL](https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/pkg/ottl) text; booleans
 * need no event.
 */
export type OttlCondition = string | boolean;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** A literal. @throws Unrenderable for a lone surrogate */
export function quote(text: string): string {
  if (LONE_SURROGATE.test(text))
    throw new Unrenderable(
      'A value holds half a character, which no Collector can read',
      'Correct the value',
    );
  return JSON.stringify(text);
}

/** On a Collector an event is a log record's body, a map. */
export const eventField = (name: string): string => `log.body[${quote(name)}]`;

export const negate = (condition: OttlCondition): OttlCondition =>
  typeof condition === 'boolean' ? !condition : `not (${condition})`;

function join(conditions: readonly OttlCondition[], isAll: boolean): OttlCondition {
  if (conditions.some((one) => one === !isAll)) return !isAll;
  const texts = [...new Set(conditions.filter((one) => typeof one === 'string'))];
  const [only] = texts;
  if (only === undefined) return isAll;
  return texts.length === 1 ? only : texts.map((text) => `(${text})`).join(isAll ? ' and ' : ' or ');
}

export const allOf = (conditions: readonly OttlCondition[]): OttlCondition => join(conditions, true);
export const anyOf = (conditions: readonly OttlCondition[]): OttlCondition => join(conditions, false);

/**
 * The name of a one-level field path.
 * @throws Unrenderable for nested fields and the origin
 */
export function readFieldName(path: string): string {
  const text = path.trim();
  if (text === '@origin' || text.startsWith('@origin.'))
    throw new Unrenderable(
      `A Collector does not know ${text}: where an event came from`,
      'Use fields of the event instead',
    );
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '.')
      throw new Unrenderable(
        `'${text}' lies inside an object; on Collectors the fields of an event have one level`,
        'Choose a field at the top level',
      );
    if (text[at] === '\\') at += 1;
    name += text[at] ?? '';
  }
  return name;
}
