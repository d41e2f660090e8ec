import type {
  PatternGroup,
  PatternOutcome,
  PatternResult,
  PatternTrial,
} from '../../../contract/calls/patterns.ts';
import { PatternError } from '../error.ts';
import { compileGrok } from '../grok.ts';
import { compilePattern } from '../pattern.ts';

/** Longer texts run on V8's linear engine, which reports no group positions. */
const PLACED_UP_TO = 2048;

type Compiled = { regexp: RegExp; nameOf: (group: number) => string };

function compile(trial: PatternTrial): Compiled {
  if (trial.kind === 'grok') {
    const { regexp, fields } = compileGrok(trial.pattern, trial.definitions ?? {}, trial.patternSet);
    return { regexp, nameOf: (group) => fields[group - 1]?.name ?? String(group) };
  }
  const regexp = compilePattern(trial.pattern, { ignoreCase: trial.ignoreCase ?? false });
  const names = [...regexp.source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|\((\?<([A-Za-z_]\w*)>|(?!\?))/g)]
    .filter((match) => match[1] !== undefined)
    .map((match) => match[2]);
  return { regexp, nameOf: (group) => names[group - 1] ?? String(group) };
}

/** The same expression with group positions; V8's `l` flag excludes them. */
const placing = ({ source, flags }: RegExp): RegExp => new RegExp(source, `${flags.replace('l', '')}d`);

function readSample({ regexp, nameOf }: Compiled, text: string): PatternResult {
  const found = regexp.exec(text);
  if (found === null) return { matched: false, groups: [] };
  const places = text.length <= PLACED_UP_TO ? placing(regexp).exec(text)?.indices : undefined;
  const groups = found.flatMap((value: string | undefined, group): PatternGroup[] => {
    if (group === 0 || value === undefined) return [];
    const place = places?.[group];
    return [{ name: nameOf(group), value, ...(place ? { start: place[0], end: place[1] } : {}) }];
  });
  return { matched: true, start: found.index, end: found.index + found[0].length, groups };
}

/** Compiles the pattern as a transform would, and reads the samples. */
export function tryPattern(trial: PatternTrial): PatternOutcome {
  try {
    const compiled = compile(trial);
    return { results: trial.samples.map((text) => readSample(compiled, text)) };
  } catch (error) {
    if (error instanceof PatternError) return { problem: error.message, results: [] };
    throw error;
  }
}
