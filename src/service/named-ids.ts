/** Fields of calls that hold ids: `id`, `siteId`, `pipelineIds`. */
const HOLDS_IDS = /(^id|Id)s?$/;
const KEYED_BY_IDS: readonly string[] = ['edges', 'nodes', 'metaInfo', 'expected'];
const LISTS_OF_IDS = 'outputs';
/** Component settings: texts in it name nothing. */
const FREE = 'config';

const isIdText = (text: string): boolean => /^[1-9]\d{17}$/.test(text);

/** Ids a call refers to, outermost first. Names, descriptions and events that look like ids are ignored. */
export function collectIds(
  value: unknown,
  depth: number,
  found = new Set<string>(),
  field = '',
): Set<string> {
  if (typeof value === 'string') {
    if (HOLDS_IDS.test(field) && isIdText(value)) found.add(value);
  } else if (Array.isArray(value)) {
    if (depth > 0) for (const inner of value) collectIds(inner, depth - 1, found, field);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === FREE) continue;
      if (KEYED_BY_IDS.includes(field) && isIdText(key)) found.add(key);
      collectIds(inner, depth - 1, found, field === LISTS_OF_IDS ? 'ids' : key);
    }
  }
  return found;
}
