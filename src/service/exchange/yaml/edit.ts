import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument, stringify, type YAMLMap } from 'yaml';
import type { Path } from './parse.ts';

/** `undefined` removes the value. */
export type YamlChange = { path: Path; value: unknown };
export type YamlEdit = { text: string; changes: readonly YamlChange[] };

const STEP = /\n( +)[^\s#-]/;

/** On one line, so that it fits anywhere. */
const write = (value: unknown): string =>
  typeof value === 'string' && value.includes('\n')
    ? JSON.stringify(value)
    : stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trimEnd();

const findPair = (map: YAMLMap, key: string | number) =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);

const endOfLine = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
};
const startOfLine = (text: string, from: number): number => text.lastIndexOf('\n', from - 1) + 1;

/** End of a value, or of its key without one; without trailing line breaks. */
function endOf(text: string, pair: YAMLMap['items'][number]): number {
  const [key, value] = [pair.key, pair.value].map((node) => (isNode(node) ? node.range : undefined));
  let end = Math.max(key?.[1] ?? 0, value?.[1] ?? 0);
  while (text[end - 1] === '\n') end -= 1;
  return end;
}

type Found = { map: YAMLMap; depth: number };

/** The deepest existing map on the path, or the outermost flow map, which is rewritten whole. */
function findMap(document: Document.Parsed, path: Path): Found | undefined {
  let node: unknown = document.contents;
  let found: Found | undefined;
  for (let depth = 0; depth < path.length && isMap(node); depth += 1) {
    found = { map: node, depth };
    if (node.flow) break;
    node = findPair(node, path[depth] ?? '')?.value;
  }
  return found;
}

const nest = (keys: Path, value: unknown, indent: string, step: string): string =>
  keys
    .map((key, depth) => {
      const isLast = depth === keys.length - 1;
      return `\n${indent}${step.repeat(depth)}${write(key)}:${isLast && value !== null ? ` ${write(value)}` : ''}`;
    })
    .join('');

const splice = (text: string, from: number, to: number, piece: string): string =>
  text.slice(0, from) + piece + text.slice(to);

function setInFlow(text: string, map: YAMLMap, path: Path, value: unknown): string {
  const [from = 0, to = 0] = map.range ?? [];
  const whole = map.toJSON() as Record<string, unknown>;
  let at = whole;
  for (const key of path.slice(0, -1)) {
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
  return splice(text, from, to, write(JSON.parse(JSON.stringify(whole))));
}

function applyChange(text: string, { path, value }: YamlChange): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false });
  const node = document.getIn(path, true);
  const current = isNode(node) ? node.toJSON() : node;
  if (isDeepStrictEqual(current, value) && (value !== null || document.hasIn(path))) return text;
  const found = findMap(document, path);
  const step = STEP.exec(text)?.[1] ?? '  ';
  if (!found) {
    if (value === undefined) return text;
    const before = text.trim() === '' ? '' : `${text.trimEnd()}\n`;
    return `${before}${nest(path, value, '', step).slice(1)}\n`;
  }
  const { map, depth } = found;
  const rest = path.slice(depth);
  if (map.flow) return setInFlow(text, map, rest, value);
  const pair = findPair(map, rest[0] ?? '');
  const [first] = map.items;
  const firstKey = isNode(first?.key) ? (first.key.range?.[0] ?? 0) : 0;
  const indent = ' '.repeat(firstKey - startOfLine(text, firstKey));
  if (!pair) {
    const last = map.items.at(-1);
    if (value === undefined || !last) return text;
    const end = endOfLine(text, endOf(text, last));
    return splice(text, end, end, nest(rest, value, indent, step));
  }
  const keyRange = isNode(pair.key) ? pair.key.range : undefined;
  const [keyStart = 0, keyEnd = 0] = keyRange ?? [];
  const valueRange = isNode(pair.value) ? pair.value.range : undefined;
  const end = endOf(text, pair);
  if (value === undefined) {
    if (rest.length > 1) return text;
    const line = startOfLine(text, keyStart);
    // A list entry's first key shares its line with the dash.
    return text.slice(line, keyStart).trim() === ''
      ? splice(text, line, endOfLine(text, end) + 1, '')
      : splice(text, keyEnd, end, ': null');
  }
  if (rest.length > 1) {
    // A key without a value, or with null, becomes a map.
    const isEmpty = valueRange === undefined || valueRange === null || valueRange[0] === valueRange[1];
    const opened = isEmpty ? text : splice(text, text.indexOf(':', keyEnd) + 1, valueRange[1], '');
    const at = endOfLine(opened, keyEnd);
    return splice(opened, at, at, nest(rest.slice(1), value, indent + step, step));
  }
  const colon = text.indexOf(':', keyEnd) + 1;
  const from = valueRange && valueRange[0] !== valueRange[1] ? valueRange[0] : colon;
  const isOnLine = !text.slice(colon, from).includes('\n');
  return splice(
    text,
    isOnLine ? from : colon,
    Math.max(end, colon),
    `${from === colon || !isOnLine ? ' ' : ''}${write(value)}`,
  );
}

export const editYaml = ({ text, changes }: YamlEdit): string => changes.reduce(applyChange, text);
