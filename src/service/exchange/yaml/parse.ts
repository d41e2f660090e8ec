import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml';

/** Line and column begin at 1; the field reads `pipelines.0.name`. */
export type TextProblem = { line: number; column: number; field: string; rule: string; message: string };

/** By the path as JSON text. */
export type Positions = Record<string, [line: number, column: number]>;

export type ParsedYaml =
  | { value: unknown; positions: Positions; problems?: undefined }
  | { problems: TextProblem[] };

export type Path = readonly (string | number)[];

export const positionKey = (path: Path): string => JSON.stringify(path);

/** One slip often causes many problems. */
const MAX_PROBLEMS = 20;
/** The format has about ten levels. */
const MAX_DEPTH = 40;
/** Keys, values and signs; a node takes three, and about 1 kB of memory. */
const MAX_TOKENS = 500_000;

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  strict: true,
  prettyErrors: false,
  // The package compares all keys pairwise; the check below takes one pass.
  uniqueKeys: false,
  // 'silent' would also accept a second document.
  logLevel: 'error',
} as const;

const TOO_MANY = `The text has more than ${MAX_TOKENS.toLocaleString('en')} keys, values and signs; split it`;
const TOO_DEEP = `Nested deeper than ${MAX_DEPTH} levels`;

const BLANK = /^\s*$/;

/** Scans tokens first, since a tree takes a thousand times the memory. */
export function findExcess(text: string, maxTokens = MAX_TOKENS): TextProblem | undefined {
  const place = { line: 1, column: 1, field: '' };
  let tokens = 0;
  let depth = 0;
  for (const token of new Lexer().lex(text)) {
    if (BLANK.test(token)) continue;
    tokens += 1;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) return { ...place, rule: 'depth', message: TOO_DEEP };
    if (tokens > maxTokens) return { ...place, rule: 'effort', message: TOO_MANY };
  }
  return undefined;
}

/** One document of plain data: no anchors, aliases, tags, duplicate keys or keys that are not text. */
export function parseYaml(text: string): ParsedYaml {
  const excess = findExcess(text);
  if (excess) return { problems: [excess] };
  const lines = new LineCounter();
  const problems: TextProblem[] = [];
  const positions: Positions = {};
  const at = (offset: number): [number, number] => {
    const { line, col } = lines.linePos(offset);
    return [Math.max(1, line), Math.max(1, col)];
  };
  const report = (offset: number, path: Path, rule: string, message: string) => {
    const [line, column] = at(offset);
    problems.push({ line, column, field: path.join('.'), rule, message });
  };

  const readScalar = (value: unknown, path: Path, offset: number): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      report(offset, path, 'number', 'A number must be finite; write text in quotes');
    }
    // JSON has one zero.
    return Object.is(value, -0) ? 0 : value;
  };

  const readMap = (pairs: Pair[], path: Path): Record<string, unknown> => {
    const entries = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const offset = (isScalar(key) && key.range?.[0]) || 0;
      if (!isScalar(key) || typeof key.value !== 'string') {
        const shown = isScalar(key) ? ` (${String(key.value)})` : '';
        report(offset, path, 'key', `A key must be text${shown}; put it in quotes`);
        continue;
      }
      const inside = [...path, key.value];
      if (key.anchor !== undefined || key.tag !== undefined) refuseExtras(key, inside);
      if (entries.has(key.value)) {
        report(offset, inside, 'duplicate_key', `'${key.value}' appears twice; keep one of them`);
        continue;
      }
      positions[positionKey(inside)] = at(offset);
      entries.set(key.value, read(value, inside, offset));
    }
    // `__proto__` must become a plain entry.
    return Object.fromEntries(entries);
  };

  const refuseExtras = (node: Node, path: Path): void => {
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) {
      report(offset, path, 'anchor', 'Anchors and aliases are not allowed; write the value out');
    }
    if (node.tag !== undefined)
      report(offset, path, 'tag', `The tag ${node.tag} is not allowed; leave it out`);
  };

  const read = (node: unknown, path: Path, parentOffset: number): unknown => {
    if (problems.length >= MAX_PROBLEMS) return null;
    if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return null;
    const offset = node.range?.[0] ?? parentOffset;
    positions[positionKey(path)] ??= at(offset);
    if (path.length > MAX_DEPTH) {
      report(offset, path.slice(0, 3), 'depth', TOO_DEEP);
      return null;
    }
    refuseExtras(node, path);
    if (isScalar(node)) return readScalar(node.value, path, offset);
    if (isSeq(node)) return node.items.map((item, index) => read(item, [...path, index], offset));
    return isMap(node) ? readMap(node.items, path) : null;
  };

  const document: Document.Parsed = parseDocument(text, { ...OPTIONS, lineCounter: lines });
  for (const error of document.errors.slice(0, MAX_PROBLEMS)) {
    const isDeep = error.code === 'RESOURCE_EXHAUSTION';
    report(error.pos[0], [], isDeep ? 'depth' : 'yaml', isDeep ? TOO_DEEP : error.message);
  }
  if (problems.length > 0) return { problems };
  const value = read(document.contents, [], 0);
  return problems.length > 0 ? { problems } : { value, positions };
}
