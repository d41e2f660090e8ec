import { noParts, type TimeParts } from './instant.ts';
import { monthNumber, zoneOffset } from './words.ts';

/** Reads at an offset into the parts; returns the offset after it, or -1. */
type Step = (text: string, at: number, parts: TimeParts) => number;

const MAX_STEPS = 100;

const digits =
  (least: number, most: number, put: (parts: TimeParts, value: number) => void): Step =>
  (text, at, parts) => {
    let end = at;
    while (end - at < most && isDigit(text, end)) end++;
    if (end - at < least) return -1;
    put(parts, Number(text.slice(at, end)));
    return end;
  };

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

const letters =
  (put: (parts: TimeParts, word: string) => boolean): Step =>
  (text, at, parts) => {
    const word = /^[A-Za-z]{1,12}/.exec(text.slice(at, at + 12))?.[0];
    return word !== undefined && put(parts, word) ? at + word.length : -1;
  };

const month = letters((parts, word) => {
  const number = monthNumber(word);
  if (number === undefined) return false;
  parts.month = number;
  return true;
});

const zone: Step = (text, at, parts) => {
  const word = /^(?:[+-]\d\d:?\d\d|[+-]\d\d|[A-Za-z]{1,5})/.exec(text.slice(at, at + 6))?.[0];
  const offset = word === undefined ? undefined : zoneOffset(word);
  if (word === undefined || offset === undefined) return -1;
  parts.offset = offset;
  return at + word.length;
};

const fraction: Step = (text, at, parts) => {
  let end = at;
  while (end - at < 9 && isDigit(text, end)) end++;
  if (end === at) return -1;
  parts.fraction = text.slice(at, end);
  return end;
};

const halfOfDay = letters((parts, word) => {
  const lower = word.toLowerCase();
  if (lower !== 'am' && lower !== 'pm') return false;
  parts.hour = (parts.hour % 12) + (lower === 'pm' ? 12 : 0);
  return true;
});

const spaces: Step = (text, at) => {
  let end = at;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end === at ? -1 : end;
};

const day: Step = (text, at, parts) =>
  digits(1, 2, (target, value) => {
    target.day = value;
  })(text, text[at] === ' ' ? at + 1 : at, parts);

const STEPS: Record<string, Step> = {
  Y: digits(4, 4, (parts, value) => {
    parts.year = value;
  }),
  y: digits(2, 2, (parts, value) => {
    parts.year = value < 69 ? 2000 + value : 1900 + value;
  }),
  m: digits(1, 2, (parts, value) => {
    parts.month = value;
  }),
  d: day,
  e: day,
  j: digits(1, 3, (parts, value) => {
    parts.dayOfYear = value;
  }),
  H: digits(1, 2, (parts, value) => {
    parts.hour = value;
  }),
  I: digits(1, 2, (parts, value) => {
    parts.hour = value >= 1 && value <= 12 ? value : 99;
  }),
  M: digits(1, 2, (parts, value) => {
    parts.minute = value;
  }),
  S: digits(1, 2, (parts, value) => {
    parts.second = value;
  }),
  s: digits(1, 12, (parts, value) => {
    parts.epochSeconds = value;
  }),
  f: fraction,
  L: fraction,
  b: month,
  B: month,
  h: month,
  a: letters(() => true),
  A: letters(() => true),
  p: halfOfDay,
  z: zone,
  Z: zone,
};

const LONG: Record<string, string> = { T: '%H:%M:%S', F: '%Y-%m-%d', D: '%m/%d/%y', R: '%H:%M' };

const plain =
  (char: string): Step =>
  (text, at) =>
    text.startsWith(char, at) ? at + char.length : -1;

function saysTheDay(used: ReadonlySet<string>): boolean {
  const has = (...names: string[]) => names.some((name) => used.has(name));
  return has('s') || (has('m', 'b', 'B', 'h') && has('d', 'e')) || (has('j') && has('Y', 'y'));
}

export type ReadTime = (text: string) => TimeParts | null;

/** @throws Error that explains what is invalid */
export function compileDirectives(format: string): ReadTime {
  const steps: Step[] = [];
  const used = new Set<string>();
  const long = format.replace(/%([TFDR%])/g, (whole, name: string) => LONG[name] ?? whole);
  for (let i = 0; i < long.length; i++) {
    const char = long[i]!;
    if (char === '%') {
      const name = long[++i];
      if (name === '%') steps.push(plain('%'));
      else {
        const step = name === undefined ? undefined : STEPS[name];
        if (!step || name === undefined)
          throw new Error(
            `has %${name ?? ''} at character ${i}, which is not known; write %% for a percent sign`,
          );
        if (name === 'p' && !used.has('I')) throw new Error('has %p without an hour %I before it');
        used.add(name);
        steps.push(step);
      }
    } else if (char === ' ') steps.push(spaces);
    else steps.push(plain(char));
  }
  if (steps.length > MAX_STEPS) throw new Error('is too long');
  if (!saysTheDay(used)) throw new Error('must read a day: %Y-%m-%d, %j with a year, or %s');
  return (text) => {
    const parts = noParts();
    let at = 0;
    for (const step of steps) {
      at = step(text, at, parts);
      if (at < 0) return null;
    }
    return at === text.length ? parts : null;
  };
}
