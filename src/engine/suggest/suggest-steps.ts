import type { Suggestion, SuggestOutcome, SuggestRequest } from '../../contract/calls/suggestions.ts';
import { readCells } from '../components/transforms/parse-csv/cells.ts';
import { readPairs } from '../components/transforms/parse-key-value/pairs.ts';
import { compileDirectives } from '../components/transforms/parse-timestamp/directives.ts';
import { FORMATS } from '../components/transforms/parse-timestamp/formats.ts';
import { DETECTORS, type DetectorId } from '../components/transforms/redact/detectors/index.ts';
import { suggestPatterns, WORTH_SHARE } from './line-patterns.ts';
import type { SourceIdea } from './source-idea.ts';
import { listSourceIdeas, parseObject, toSourceEvent } from './source-settings.ts';
import { type TriedEvent, type TriedTemplate, tryTransform } from './try-transform.ts';

const UNMATCHED_SHOWN = 5;
const FIELDS_SHOWN = 12;
const VALUE_MAX_LENGTH = 80;
const NEXT_PARSERS = 2;

/** `text` is undefined when the field is missing or not a text. */
type Seen = TriedEvent & { fields: Record<string, unknown>; line: string | undefined };

type Idea = {
  templateId: TriedTemplate;
  title: string;
  config: Record<string, unknown>;
  /** Rejects lines that a lenient parser would accept wrongly. */
  fits?: (line: string) => boolean;
};

function readEvent(text: string, isKnownText: boolean, field: string): Seen {
  const object = isKnownText ? undefined : parseObject(text);
  const fields = object ?? { message: text };
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return { text, isText: object === undefined, fields, line: typeof value === 'string' ? value : undefined };
}

const countPairs = (line: string, pairDelimiter: string, valueDelimiter: string) => {
  let pairs = 0;
  let words = 0;
  readPairs(line, { pairDelimiter, valueDelimiter, quotes: '"' }, (name, value) => {
    words++;
    if (value !== undefined && !/[;,&]$/.test(value) && /^[A-Za-z_][\w.@/-]*$/.test(name)) pairs++;
    return words < 200;
  });
  return { pairs, words };
};

const PAIRS = [
  [' ', '='],
  [',', '='],
  [';', '='],
  ['&', '='],
  [',', ':'],
] as const;

function suggestPairs(lines: readonly string[]): Idea[] {
  const ideas = PAIRS.map(([pairDelimiter, valueDelimiter]) => {
    const fits = (line: string) => {
      const { pairs, words } = countPairs(line, pairDelimiter, valueDelimiter);
      return pairs >= 2 && pairs * 2 >= words && parseObject(line) === undefined;
    };
    return { pairDelimiter, valueDelimiter, fits, count: lines.filter(fits).length };
  });
  const [best] = ideas.toSorted((a, b) => b.count - a.count);
  if (!best || best.count === 0) return [];
  const { pairDelimiter, valueDelimiter, fits } = best;
  const config = {
    ...(pairDelimiter === ' ' ? {} : { pairDelimiter }),
    ...(valueDelimiter === '=' ? {} : { valueDelimiter }),
  };
  return [{ templateId: 'parse_key_value', title: `Pairs of name${valueDelimiter}value`, config, fits }];
}

const DELIMITERS = [
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
] as const;
const CELLS_MIN = 3;

function readRow(line: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  const isCsv = readCells(line, { delimiter, quote: '"' }, (cell) => {
    cells.push(cell);
    return cells.length < 500;
  });
  return isCsv ? cells : undefined;
}

const isHeader = (cells: readonly string[]): boolean =>
  new Set(cells).size === cells.length && cells.every((cell) => /^[A-Za-z_][\w .-]{0,60}$/.test(cell.trim()));

function suggestCsv(lines: readonly string[]): Idea[] {
  for (const [name, delimiter] of DELIMITERS) {
    const counts = Map.groupBy(lines, (line) => readRow(line, delimiter)?.length ?? 0);
    const [size = 0, rows = []] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
    if (size < CELLS_MIN || rows.length < lines.length * 0.8 || lines.length < 2) continue;
    const header = lines
      .map((line) => readRow(line, delimiter))
      .find((cells) => cells?.length === size && isHeader(cells));
    const isData = header !== undefined && rows.every((row) => isHeader(readRow(row, delimiter) ?? []));
    const columns = header && !isData ? header.map((cell) => cell.trim()) : [];
    const config = {
      ...(name === 'comma' ? {} : { delimiter: name }),
      ...(columns.length > 0 ? { columns, dropHeader: true } : {}),
    };
    const fits = (line: string) => readRow(line, delimiter)?.length === size;
    return [
      {
        templateId: 'parse_csv',
        title: `${size} columns between ${name === 'pipe' ? 'vertical bar' : name}s`,
        config,
        fits,
      },
    ];
  }
  return [];
}

const OWN_FORMATS = [
  '%Y/%m/%d %H:%M:%S',
  '%d.%m.%Y %H:%M:%S',
  '%d/%m/%Y %H:%M:%S',
  '%m/%d/%Y %H:%M:%S',
  '%d %b %Y %H:%M:%S',
  '%b %d %Y %H:%M:%S',
  '%Y%m%d%H%M%S',
];
const IS_TIME_NAME = /time|date|^ts$|^t$|_at$|epoch|stamp/i;

function findFormat(values: readonly string[]): Record<string, unknown> | undefined {
  const fits = (read: (text: string) => unknown) =>
    values.filter((value) => read(value) !== null).length >= values.length * 0.8;
  const isNumber = values.every((value) => /^\d+(?:\.\d+)?$/.test(value));
  if (isNumber) {
    const digits = Math.max(...values.map((value) => value.split('.')[0]?.length ?? 0));
    if (digits < 9) return undefined;
    return {
      format: digits < 12 ? 'epoch_s' : digits < 15 ? 'epoch_ms' : digits < 18 ? 'epoch_us' : 'epoch_ns',
    };
  }
  for (const format of ['iso8601', 'rfc2822', 'apache', 'syslog'] as const)
    if (fits(FORMATS[format])) return { format };
  const own = OWN_FORMATS.filter((format) => fits(compileDirectives(format)));
  return own[0] === undefined ? undefined : { format: 'own', formats: [own[0]] };
}

function suggestTimes(events: readonly Seen[]): Idea[] {
  const names = [...new Set(events.flatMap(({ fields }) => Object.keys(fields)))].slice(0, 200);
  return names.flatMap((name): Idea[] => {
    const values = events.flatMap(({ fields }) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    });
    if (values.length < events.length * WORTH_SHARE) return [];
    const format = findFormat(values);
    if (!format || (String(format.format).startsWith('epoch') && !IS_TIME_NAME.test(name))) return [];
    const field = name.replaceAll('\\', '\\\\').replaceAll('.', '\\.');
    const shown = format.format === 'own' ? String((format.formats as string[])[0]) : String(format.format);
    return [
      { templateId: 'parse_timestamp', title: `Time in ${name}: ${shown}`, config: { field, ...format } },
    ];
  });
}

const SENSITIVE: Record<DetectorId, string> = {
  card: 'card numbers',
  email: 'e-mail addresses',
  iban: 'bank accounts',
  ipv4: 'IPv4 addresses',
  ipv6: 'IPv6 addresses',
  phone: 'phone numbers',
  jwt: 'JSON Web Tokens',
  bearer: 'bearer tokens',
  aws_key: 'AWS key ids',
  api_token: 'API tokens',
  secret: 'passwords and secrets',
};

function suggestRedaction(events: readonly Seen[]): Idea[] {
  const found = (Object.keys(DETECTORS) as DetectorId[]).filter((find) =>
    tryTransform('redact', { rules: [{ find }] }, events).some(({ isChanged }) => isChanged),
  );
  return found.map((find) => ({
    templateId: 'redact',
    title: `Hide ${SENSITIVE[find]}`,
    config: { rules: [{ find, action: 'replace' }] },
  }));
}

function listIdeas(events: readonly Seen[], lines: readonly string[], field: string): Idea[] {
  const place = field === 'message' ? {} : { field };
  const at = (idea: Idea): Idea => ({ ...idea, config: { ...place, ...idea.config } });
  const ofLines: Idea[] = [];
  if (lines.length > 0) {
    const { grok, regex } = suggestPatterns(lines);
    ofLines.push(
      { templateId: 'parse_json', title: 'JSON objects', config: {} },
      { templateId: 'parse_cef', title: 'Common Event Format', config: {} },
      ...suggestPairs(lines),
      ...suggestCsv(lines),
      ...grok.map((pattern): Idea => ({ templateId: 'parse_grok', title: pattern, config: { pattern } })),
      ...regex.map((pattern): Idea => ({ templateId: 'parse_regex', title: pattern, config: { pattern } })),
    );
  }
  return [...ofLines.map(at), ...suggestTimes(events), ...suggestRedaction(events)];
}

const show = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, VALUE_MAX_LENGTH);

function listSetFields(before: string, after: string): Suggestion['fields'] {
  const old = parseObject(before) ?? {};
  return Object.entries(parseObject(after) ?? {})
    .filter(
      ([name, value]) => !Object.hasOwn(old, name) || JSON.stringify(old[name]) !== JSON.stringify(value),
    )
    .slice(0, FIELDS_SHOWN)
    .map(([name, value]) => ({ name, value: show(value) }));
}

function measure(idea: Idea, events: readonly Seen[]): Suggestion {
  const { templateId, title, config, fits } = idea;
  const results = tryTransform(templateId, config, events);
  const isMatch = events.map(
    ({ line }, index) =>
      results[index]!.isChanged && (fits === undefined || (line !== undefined && fits(line))),
  );
  const first = results[isMatch.indexOf(true)];
  const others = events.filter((_, index) => !isMatch[index]);
  return {
    templateId,
    title,
    config,
    matched: isMatch.filter(Boolean).length,
    unmatched: others.slice(0, UNMATCHED_SHOWN).map(({ line, text }) => (line ?? text).slice(0, 500)),
    fields: first ? listSetFields(first.before, first.after) : [],
  };
}

function findSteps({
  templateId,
  field = 'message',
  events: texts,
  isText = [],
}: SuggestRequest): Suggestion[] {
  const events = texts.map((text, index) => readEvent(text, isText[index] === true, field));
  const lines = events.flatMap(({ line }) => line ?? []);
  const isWorth = ({ templateId: of, matched }: Suggestion) =>
    of === 'redact' ? matched > 0 : matched >= Math.max(1, events.length * WORTH_SHARE);
  return listIdeas(events, lines, field)
    .filter((idea) => templateId === undefined || idea.templateId === templateId)
    .map((idea) => measure(idea, events))
    .filter(isWorth)
    .toSorted((a, b) => b.matched - a.matched);
}

function toSetting(
  templateId: string,
  { title, config, isMatch, becomes }: SourceIdea,
  lines: readonly string[],
) {
  const others = lines.filter((_, index) => !isMatch(index));
  const first = becomes.find((_, index) => becomes.length !== lines.length || isMatch(index));
  return {
    ...{ templateId, isOfSource: true, title, config },
    matched: lines.length - others.length,
    unmatched: others.slice(0, UNMATCHED_SHOWN).map((line) => line.slice(0, 500)),
    fields: first === undefined ? [] : listSetFields('{}', first),
  };
}

/** One parser and one timestamp step suffice, as another can follow. Redaction has a rule per kind. */
function pickNextSteps(steps: readonly Suggestion[]): Suggestion[] {
  const isParser = ({ templateId }: Suggestion) => !['redact', 'parse_timestamp'].includes(templateId);
  const parsers = steps.filter(isParser);
  const time = steps.find(({ templateId }) => templateId === 'parse_timestamp');
  const rules = steps.filter(({ templateId }) => templateId === 'redact');
  const config = { rules: rules.flatMap((one) => one.config.rules) };
  const redact = rules[0] && {
    ...rules[0],
    title: `Hide ${rules.map(({ title }) => title.replace(/^Hide /, '')).join(', ')}`,
    config,
    matched: Math.max(...rules.map(({ matched }) => matched)),
  };
  const best = parsers.filter(
    ({ templateId }, index) => parsers.findIndex((one) => one.templateId === templateId) === index,
  );
  return [...best.slice(0, NEXT_PARSERS), ...(time ? [time] : []), ...(redact ? [redact] : [])];
}

/** Settings for the source, then steps that may follow its best ones. */
function suggestForSource(
  source: NonNullable<SuggestRequest['source']>,
  { events: texts, isText = [], at = [] }: SuggestRequest,
): Suggestion[] {
  const events = texts.map((text, index) => toSourceEvent(text, isText[index] === true, at[index]));
  const lines = events.map(({ line }) => line);
  const found = listSourceIdeas(source, events)
    .map((idea) => ({ idea, setting: toSetting(source.templateId, idea, lines) }))
    .filter(({ idea: { isRare }, setting: { matched } }) =>
      isRare ? matched > 0 : matched >= Math.max(1, lines.length * WORTH_SHARE),
    )
    .toSorted((a, b) => b.setting.matched - a.setting.matched);
  const becomes = found.find(({ idea }) => idea.becomes.length > 0)?.idea.becomes;
  const steps = becomes
    ? findSteps({ events: [...becomes] }).map((step) => ({ ...step, eventCount: becomes.length }))
    : findSteps({ events: texts, isText });
  return [...found.map(({ setting }) => setting), ...pickNextSteps(steps)];
}

/**
 * Settings of parsers, timestamps and redaction that fit events, best first, each measured by running the
 * transform. For a source also its own settings.
 */
export function suggestSteps(request: SuggestRequest): SuggestOutcome {
  const { source, events } = request;
  const suggestions = source ? suggestForSource(source, request) : findSteps(request);
  return { eventCount: events.length, suggestions };
}
