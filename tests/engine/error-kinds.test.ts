import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const ENGINE = resolve(import.meta.dirname, '../../src/engine');
/** Not error kinds: types, test code, and code that passes errors on. */
const PASSED_ON = /(^|\/)(testing|trial)\/|\.test\.ts$|components\/types\.ts$|^port\.ts$/;

type Node = { type: string; [part: string]: unknown };
type Kind = { at: string; name: string; causes: Node | undefined; resolutions: Node | undefined };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) yield* nodesIn(child);
}

const partOf = (literal: Node, name: string): Node | undefined => {
  for (const property of literal.properties as Node[]) {
    const key = property.key;
    if (isNode(key) && key.name === name && isNode(property.value)) return property.value;
  }
  return undefined;
};

const sourceFiles = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !PASSED_ON.test(file))
  .map((file) => ({ file, text: readFileSync(join(ENGINE, file), 'utf8') }));

function namesOf(name: Node, text: string): string[] {
  if (name.type === 'Literal') return [String(name.value)];
  if (name.type === 'TemplateLiteral') return [text.slice(Number(name.start) + 1, Number(name.end) - 1)];
  if (name.type !== 'ConditionalExpression') return [];
  return [name.consequent, name.alternate].flatMap((part) => (isNode(part) ? namesOf(part, text) : []));
}

/** Every problem object in the engine, and every call of `refusal`. */
const kinds: Kind[] = sourceFiles.flatMap(({ file, text }) => {
  const found: Kind[] = [];
  const program: unknown = parseAst(text, { lang: 'ts' });
  if (!isNode(program)) return found;
  for (const node of nodesIn(program)) {
    if (node.type === 'ObjectExpression') {
      const name = partOf(node, 'errorName');
      for (const one of name ? namesOf(name, text) : [])
        found.push({
          at: relative(ENGINE, join(ENGINE, file)),
          name: one,
          causes: partOf(node, 'causes'),
          resolutions: partOf(node, 'resolutions'),
        });
    }
    const { callee } = node;
    if (node.type === 'CallExpression' && isNode(callee) && callee.name === 'refusal') {
      const [name, , causes, resolutions] = node.arguments as Node[];
      for (const one of name ? namesOf(name, text) : [])
        found.push({ at: file, name: one, causes, resolutions });
    }
  }
  return found;
});

/** Number of sentences; a reference or call counts as one. */
const sentences = (list: Node | undefined): number => {
  if (!list) return 0;
  if (list.type === 'ArrayExpression') return (list.elements as Node[]).length;
  return list.type === 'Literal' ? 0 : 1;
};

test('every error of the engine has causes and resolutions [R2.5-11, R2.5-12]', () => {
  const without = kinds
    .filter(({ causes, resolutions }) => sentences(causes) === 0 || sentences(resolutions) === 0)
    .map(({ at, name }) => `${name} in ${at}`);
  expect(without).toEqual([]);
});

test('at least 25 kinds of error exist, all with real sentences', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25);
  const texts = kinds.flatMap(({ at, name, causes, resolutions }) =>
    [causes, resolutions].flatMap((list) =>
      list?.type === 'ArrayExpression'
        ? (list.elements as Node[]).flatMap((one) =>
            one.type === 'Literal' ? [{ at: `${name} in ${at}`, text: String(one.value) }] : [],
          )
        : [],
    ),
  );
  expect(
    texts.filter(({ text }) => text.trim().length < 12 || /unknown error|todo|n\/a/i.test(text)),
  ).toEqual([]);
});
