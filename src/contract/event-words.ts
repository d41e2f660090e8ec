/**
 * Splits messages for event patterns: variable parts are masked, and each word has a key shared by words in
 * the same role.
 */

export const ANY = '<*>';
/** Anything, spaces included. */
export const TEXT = '<text>';

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const DAYS =
  'Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?';
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?(?:[AaPp][Mm]|Z|[+-]\\d{2}:?\\d{2})?';
const FULL_DATE = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/](?:\\d{1,2}|${MONTHS})[-/]\\d{2,4})`;
const DATE = `${FULL_DATE}(?:[T:_-]${CLOCK})?`;

/** Parts of multi-word dates, each with its letter in `DATE_RUN`. */
const DATE_PARTS: readonly (readonly [string, RegExp])[] = [
  ['M', new RegExp(`^[[(<]?(?:${MONTHS})[,.]?$`)],
  ['D', new RegExp(`^[[(<]?(?:${DAYS})[,.]?$`)],
  ['N', /^[[(<]?\d{1,2}(?:st|nd|rd|th)?,?$/],
  ['Y', /^\d{4}[,:;\])>]*$/],
  ['C', new RegExp(`^${CLOCK}[,:;|\\])>]*$`)],
  ['F', new RegExp(`^[[(<]?${DATE}[,:;|\\])>]*$`)],
  ['Z', /^(?:[+-]\d{2}:?\d{2}|UTC|GMT|[A-Z]{1,4}T|AM|PM|am|pm)[,:;\])>]*$/],
];
const DATE_RUN = /^(?:D?(?:MN|NM)Y?(?:CZ{0,2})?Y?|D?MY|D?FCZ{0,2}|FZ|DCZ{0,2})/;
const DATE_RUN_MAX = 7;
const MONTH_OR_DAY = new RegExp(`^[[(<]?(?:${MONTHS}|${DAYS})\\b`);
const DAY_OF_MONTH = /^[[(<]?\d{1,2}(?:st|nd|rd|th)?,?$/;
const BEGINS_WITH_DATE = new RegExp(`^[[(<]?${FULL_DATE}`);

const mayBeginDate = (word: string, next: string): boolean =>
  MONTH_OR_DAY.test(word) ||
  (DAY_OF_MONTH.test(word) ? MONTH_OR_DAY.test(next) : BEGINS_WITH_DATE.test(word));

const SIZE_UNIT = /^(?:[KMGTP]i?B|B|bytes)[,;.)]*$/;
const SIZE_AGAIN = /^\(\d/;
const LESS_THAN = /^<\d+$/;
const DURATION = /^(?:sec|min|ms)[a-z]{0,5}$/;
const NUMBER = /^[(=]?\d+(?:[.,]\d+)*$/;

function countDateWords(words: readonly string[], at: number): number {
  let letters = '';
  for (let i = at; i < words.length && i < at + DATE_RUN_MAX; i++) {
    const part = DATE_PARTS.find(([, is]) => is.test(words[i]!));
    if (!part) break;
    letters += part[0];
    if (/[\])>]$/.test(words[i]!)) break;
  }
  return DATE_RUN.exec(letters)?.[0].length ?? 0;
}

const countSizeWords = (words: readonly string[], at: number): number =>
  SIZE_AGAIN.test(words[at + 2] ?? '') && /^[KMGTP]i?B[,)]/.test(words[at + 3] ?? '') ? 4 : 2;

/** 0 if the quotation does not end. */
function countQuotedWords(words: readonly string[], at: number): number {
  let marks = 0;
  for (let i = at; i < words.length; i++) {
    for (let from = words[i]!.indexOf('"'); from >= 0; from = words[i]!.indexOf('"', from + 1)) marks++;
    if (marks % 2 === 0) return i - at + 1;
  }
  return 0;
}

const METHOD = /^"(?:GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|CONNECT|TRACE)$/;
const MAY_JOIN = /["\d]/;
/** Beginnings of words that belong with the next ones. */
const MAY_BEGIN_UNIT = /^[\d[(<=]|^[JFMASONDTW][a-z]{2}/;

function countUnitWords(words: readonly string[], at: number): number {
  const word = words[at]!;
  const next = words[at + 1] ?? '';
  if (!MAY_BEGIN_UNIT.test(word)) return 1;
  if (SIZE_UNIT.test(next) && NUMBER.test(word)) return countSizeWords(words, at);
  if (LESS_THAN.test(word)) return DURATION.test(next) ? 2 : 1;
  return mayBeginDate(word, next) ? countDateWords(words, at) : 1;
}

/** Splits at spaces; dates, sizes and quoted texts stay whole, and a request's method is separate. */
export function splitWords(text: string): string[] {
  const words = text.split(/\s+/);
  if (!MAY_JOIN.test(text)) return words;
  const units: string[] = [];
  let hasQuotes = text.includes('"');
  for (let at = 0; at < words.length; ) {
    const word = words[at]!;
    let count = 1;
    if (hasQuotes && word.includes('"')) {
      count = countQuotedWords(words, at);
      hasQuotes = count > 0;
      if (count > 1 && METHOD.test(word)) {
        units.push(word);
        at++;
        count--;
      }
    } else count = countUnitWords(words, at);
    units.push(count > 1 ? words.slice(at, at + count).join(' ') : words[at]!);
    at += Math.max(count, 1);
  }
  return units;
}

/** Variable parts, in the order tried. */
const KINDS = [
  ['text', '"[^"]*"', '[\\s\\S]*?'],
  ['size', '\\b\\d+(?:\\.\\d+)? (?:[KMGTP]i?B|B|bytes)\\b(?: \\([^()]*\\))?', '\\d\\S*(?:\\s+\\S+){0,3}?'],
  [
    'time',
    `(?<![\\w.])(?:${DATE}|${CLOCK})(?![\\w.])|\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b`,
    '\\S+(?:\\s+\\S+){0,6}?',
  ],
  [
    'uuid',
    '(?<!\\w)[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}(?!\\w)',
    '[\\da-fA-F-]{36}',
  ],
  ['mac', '(?<![\\w:])(?:[\\da-fA-F]{1,2}:){5}[\\da-fA-F]{1,2}(?![\\w:])', '[\\da-fA-F:]+'],
  ['ipv6', '(?<![\\w:])(?:[\\da-fA-F]{1,4}::?){2,7}(?:[\\da-fA-F]{1,4})?(?![\\w:])', '[\\da-fA-F:.]+'],
  ['ip', '\\/?(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?(?![\\w.])', '[\\d.:/]+'],
  ['url', '\\b[a-zA-Z][\\w+.-]*:\\/\\/[^\\s"\'<>()[\\]{},]+', '\\S+'],
  ['path', '(?<![\\w>.])(?:\\/[\\w.@%+~$-]+){2,}\\/?', '\\S+'],
  [
    'name',
    '(?<![\\w.])(?:[A-Z]{2,}\\d|(?:\\w+\\.)+(?:[A-Z]+_[A-Z_]+|\\w*(?:Exception|Error)))(?![\\w.])',
    '',
  ],
  [
    'host',
    '(?<![\\w.])(?:(?:[\\w-]+\\.){2,}[\\w-]*[a-zA-Z][\\w-]*(?::\\d+)?|[\\w-]+\\.[\\w-]+:\\d+)(?![\\w(])',
    '\\S+',
  ],
  ['hex', '(?<![\\w.])(?:0x[\\da-fA-F]+|(?=[a-f]*\\d)(?=\\d*[a-f])[\\da-f]{8,})(?!\\w)', '[\\da-fA-Fx]+'],
  ['num', '[-+]?(?<![\\w.])\\d+(?:[.,]\\d+)*(?:%|[a-zA-Z]{1,3})?(?![\\w.])', '[-+]?\\d\\S*'],
  ['any', '\\w*\\d\\w*', '\\S+'],
] as const;

const VARIABLE = new RegExp(KINDS.map(([, source]) => `(${source})`).join('|'), 'g');
const MASKS = KINDS.map(([kind]) => (kind === 'any' ? ANY : kind === 'text' ? `"${TEXT}"` : `<${kind}>`));
const NAME_AT = KINDS.findIndex(([kind]) => kind === 'name');

export const MASK_EXPRESSIONS: ReadonlyMap<string, string> = new Map(
  KINDS.map(([kind, , expression]) => [kind === 'any' ? ANY : `<${kind}>`, expression]),
);

const MAY_VARY = /[\d"/]|\.\w|=\w|[a-z]day\b/;
const VALUE = /(?<=\w=)[^\s,;=<>()[\]{}"'|&]+/g;
const IS_FLAG = /^(?:true|false|null|none|yes|no|on|off)$/i;
const JOINED = /<[a-z*]+>(?:[^\w\s"=()[\]{}<>]?<[a-z*]+>)+/g;

function mask(word: string): string {
  if (word.includes(' ') && !word.includes('"')) {
    const first = word.search(/[^[(=]/);
    const end = word.includes(' (') ? /[,:;.]*$/ : /[,:;|\])>.]*$/;
    const last = word.length - (end.exec(word)?.[0].length ?? 0);
    const kind = / (?:[KMGTP]i?B|B|bytes)\b/.test(word) ? 'size' : 'time';
    return `${word.slice(0, first)}<${kind}>${word.slice(last)}`;
  }
  if (word.includes(' ') && !word.startsWith('"') && word.split('"').length === 2) return `${TEXT}"`;
  if (!MAY_VARY.test(word)) return word;
  return word
    .replace(VARIABLE, (whole: string, ...found: unknown[]) => {
      const kind = found.findIndex((text) => text !== undefined);
      return kind === NAME_AT ? whole : MASKS[kind]!;
    })
    .replace(VALUE, (value) => (IS_FLAG.test(value) ? value : ANY))
    .replace(JOINED, ANY);
}

const AROUND = /^["'([{<]+|["')\]}>,;:.!?]+$/g;
const ORDINARY = /^[A-Za-z]+(?:['-][A-Za-z]+)*$|^[A-Z]{2,}\d$|\.(?:[A-Z]+_[A-Z_]+|\w*(?:Exception|Error))$/;
const CODE = /^[A-Za-z_$]+(?:(?:::|->|\.)[A-Za-z_$]+)?(?:\(\))?$/;
const DOTTED = /^\w+\.\w+$/;
const MASK = /<(?:[a-z]+|\*)>/g;
const NAMES = /[A-Za-z_]\w*(?=\s?[=:])/g;
const FLAG = /[=:?](?:true|false)$/;
/** Functions and types have lower-case letters or name what they take: `LOGIN(uid=0)`, but not `LOCAL(0)`. */
const CALLED = /^[\w.]*[a-z][\w.]*(?=[([{])|^[A-Z][A-Z_]*(?=[([{][A-Za-z_]\w*[=:])/;

/** The word without its variable parts; `*` if nothing is left. */
function findKey(masked: string): string {
  const core = masked.replace(MASK, '*').replace(AROUND, '');
  if (ORDINARY.test(core) || FLAG.test(core) || (CODE.test(core) && !DOTTED.test(core))) return core;
  const called = CALLED.exec(core)?.[0] ?? '';
  const names = core.match(NAMES) ?? [];
  return called || names.length > 0 ? `${called}(${names.join('=')}*` : '*';
}

const NAMING = /^(?:for|user|username|account|login|hostname|job|queue|topic|table|database|bucket)$/i;
const NO_NAME =
  /^(?:name|id|not|no|is|are|was|has|in|on|at|to|of|for|by|from|with|and|or|the|a)$|\w{3,}(?:ed|ing)$/i;

export type EventWord = {
  readonly text: string;
  readonly key: string;
  /** The next word may be a name. */
  readonly isNaming: boolean;
  readonly isName: boolean;
};

const CACHE_MAX = 20_000;
const CACHED_LENGTH_MAX = 64;
const cache = new Map<string, EventWord>();

const NUMERIC = /^[-+]?\d+(?:[.,]\d+)?(?:%|[a-zA-Z]{1,3})?$/;
const IPV4 = /^\/?\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
const MIXED = /^\w*\d\w*$/;
const UPPER_NUMBER = /^[A-Z]{2,}\d$|^0x/;
const HEX = /^[\da-f]{8,}$/;
const createVariable = (text: string): EventWord => ({ text, key: '*', isNaming: false, isName: true });
const NUMBER_WORD = createVariable('<num>');
const IP_WORD = createVariable('<ip>');
const HEX_WORD = createVariable('<hex>');
const ANY_WORD = createVariable(ANY);

function readSimple(word: string): EventWord | undefined {
  if (NUMERIC.test(word)) return NUMBER_WORD;
  if (IPV4.test(word)) return IP_WORD;
  if (!MIXED.test(word) || UPPER_NUMBER.test(word)) return undefined;
  return HEX.test(word) ? HEX_WORD : ANY_WORD;
}

/** Digits that are kept, or identify the kind. */
const DIGITS_MATTER = /[A-Z]{2}\d|0x/;

/** Masks a word. Results are cached by shape, since words recur with other digits. */
export function readWord(word: string): EventWord {
  const seen = cache.get(word) ?? readSimple(word);
  if (seen) return seen;
  const shape = DIGITS_MATTER.test(word) ? word : word.replace(/\d/g, '1');
  const known = cache.get(shape);
  if (known) return known;
  const text = mask(word);
  const key = findKey(text);
  const read = { text, key, isNaming: NAMING.test(key), isName: !NAMING.test(key) && !NO_NAME.test(key) };
  if (word.length <= CACHED_LENGTH_MAX) {
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(shape, read);
  }
  return read;
}
