import { BASIC_PATTERNS } from './basic.ts';
import { LINE_PATTERNS } from './lines.ts';
import { NETWORK_PATTERNS } from './network.ts';
import { TIME_PATTERNS } from './time.ts';

/** All shipped grok patterns, in the linear subset. */
export const GROK_LIBRARY: ReadonlyMap<string, string> = new Map(
  [BASIC_PATTERNS, NETWORK_PATTERNS, TIME_PATTERNS, LINE_PATTERNS].flatMap((group) => Object.entries(group)),
);

/** Line patterns match from the start of a text. */
export const isLinePattern = (name: string): boolean => Object.hasOwn(LINE_PATTERNS, name);
