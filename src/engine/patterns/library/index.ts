import { BASIC_PATTERNS } from './basic.ts';
import { LINE_PATTERNS } from './lines.ts';
import { type GrokSet, listLogstashPatterns } from './logstash/index.ts';
import { NETWORK_PATTERNS } from './network.ts';
import { TIME_PATTERNS } from './time.ts';

export { GROK_SETS, type GrokSet } from './logstash/index.ts';

/** Penstock's own patterns, in the linear subset. */
const OWN_PATTERNS = [BASIC_PATTERNS, NETWORK_PATTERNS, TIME_PATTERNS, LINE_PATTERNS].flatMap((group) =>
  Object.entries(group),
);

const libraries = new Map<GrokSet, ReadonlyMap<string, string>>();

/**
 * Shipped grok patterns of a set, built on first use. In the legacy set Penstock's own win, so that pipelines
 * keep their fields.
 */
export function getGrokLibrary(set: GrokSet): ReadonlyMap<string, string> {
  let library = libraries.get(set);
  if (library === undefined) {
    const logstash = listLogstashPatterns(set);
    library = new Map(set === 'legacy' ? [...logstash, ...OWN_PATTERNS] : [...OWN_PATTERNS, ...logstash]);
    libraries.set(set, library);
  }
  return library;
}

/** Line patterns match from the start of a text. */
export const isLinePattern = (name: string): boolean => Object.hasOwn(LINE_PATTERNS, name);
