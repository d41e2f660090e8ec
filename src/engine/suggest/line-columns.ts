/** A value of one kind, or the same characters, at one position of all lines. */
export type Column =
  | { kind: 'literal'; text: string }
  | { kind: 'value'; type: ValueType; values: readonly string[] };

type Kind = {
  grok: string;
  regex: string;
  name: string;
  /** Not free text. */
  isStrong: boolean;
  at: RegExp;
};

const LEVELS =
  'TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|ERR|CRITICAL|CRIT|FATAL|SEVERE|EMERG|ALERT|trace|debug|info|notice|warning|warn|error|err|critical|fatal';

const KINDS = {
  iso: {
    grok: 'TIMESTAMP_ISO8601',
    regex: String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`,
    name: 'timestamp',
    isStrong: true,
    at: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/y,
  },
  httpDate: {
    grok: 'HTTPDATE',
    regex: String.raw`\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}`,
    name: 'timestamp',
    isStrong: true,
    at: /\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}/y,
  },
  syslogTime: {
    grok: 'SYSLOGTIMESTAMP',
    regex: String.raw`[A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d`,
    name: 'timestamp',
    isStrong: true,
    at: /[A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d/y,
  },
  uuid: {
    grok: 'UUID',
    regex: '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
    name: 'id',
    isStrong: true,
    at: /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/y,
  },
  ip: {
    grok: 'IP',
    regex: String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
    name: 'ip',
    isStrong: true,
    at: /\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/y,
  },
  level: {
    grok: 'LOGLEVEL',
    regex: '[A-Za-z]+',
    name: 'level',
    isStrong: true,
    at: new RegExp(`(?:${LEVELS})(?!\\w)`, 'y'),
  },
  number: {
    grok: 'NUMBER',
    regex: String.raw`[+-]?\d+(?:\.\d+)?`,
    name: 'number',
    isStrong: false,
    at: /[+-]?\d+(?:\.\d+)?(?![\w.:/-])/y,
  },
  word: {
    grok: 'WORD',
    regex: String.raw`\w+`,
    name: 'word',
    isStrong: false,
    at: /\w+(?![^\s\w[\]()"',;:=|<>{}])/y,
  },
  text: {
    grok: 'NOTSPACE',
    regex: String.raw`\S+?`,
    name: 'text',
    isStrong: false,
    at: /[^\s[\]()"',;=|<>{}]+[^\s[\]()"',;:=|<>{}]|[^\s[\]()"',;:=|<>{}]/y,
  },
} satisfies Record<string, Kind>;
export type ValueType = keyof typeof KINDS;

export const getKind = (type: ValueType): Kind => KINDS[type];

type Token = { type: ValueType | 'literal'; text: string };

const MAX_TOKENS = 40;
const BLANKS = /[ \t]+/y;

function readToken(line: string, at: number): Token {
  BLANKS.lastIndex = at;
  const blanks = BLANKS.exec(line)?.[0];
  if (blanks !== undefined) return { type: 'literal', text: blanks };
  for (const type of Object.keys(KINDS) as ValueType[]) {
    const { at: expression } = KINDS[type];
    expression.lastIndex = at;
    const text = expression.exec(line)?.[0];
    if (text !== undefined && text !== '') return { type, text };
  }
  return { type: 'literal', text: line[at] ?? '' };
}

function readTokens(line: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length && tokens.length < MAX_TOKENS; ) {
    const token = readToken(line, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

/** The kind that fits all; undefined if none does. */
function joinTypes(types: ReadonlySet<ValueType | 'literal'>): ValueType | undefined {
  if (types.has('literal')) return undefined;
  const [first] = types;
  if (types.size === 1) return first as ValueType;
  const isPlain = [...types].every((type) => ['number', 'word', 'level', 'uuid'].includes(type));
  return isPlain && !types.has('uuid') ? 'word' : 'text';
}

function joinColumn(tokens: readonly (Token | undefined)[]): Column | undefined {
  const present = tokens.filter((token) => token !== undefined);
  if (present.length < tokens.length) return undefined;
  const types = new Set(present.map(({ type }) => type));
  if (types.size === 1 && types.has('literal')) {
    const texts = new Set(present.map(({ text }) => text));
    if (texts.size === 1) return { kind: 'literal', text: present[0]!.text };
    return [...texts].every((text) => /^[ \t]+$/.test(text)) ? { kind: 'literal', text: ' \t' } : undefined;
  }
  const type = joinTypes(types);
  return type && { kind: 'value', type, values: present.map(({ text }) => text) };
}

const isAnchor = (column: Column): boolean =>
  column.kind === 'value' ? KINDS[column.type].isStrong : /[\])}>:|,;=-]/.test(column.text);

/** The layout that all lines share; free text follows unless `isWhole`. */
export type Layout = { columns: readonly Column[]; isWhole: boolean };

export function findLayout(lines: readonly string[]): Layout | undefined {
  const rows = lines.map(readTokens);
  const longest = Math.max(...rows.map(({ length }) => length));
  const columns: Column[] = [];
  for (let index = 0; index < longest; index++) {
    const column = joinColumn(rows.map((row) => row[index]));
    if (!column) break;
    columns.push(column);
  }
  const isWhole = columns.length === longest && longest < MAX_TOKENS;
  const hasStrong = columns.some((column) => column.kind === 'value' && isAnchor(column));
  if (isWhole) return hasStrong ? { columns, isWhole } : undefined;
  const last = columns.findLastIndex(isAnchor);
  const kept = columns.slice(0, last + 1);
  return hasStrong && kept.length > 1 ? { columns: kept, isWhole: false } : undefined;
}
