import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = resolve(import.meta.dirname, '../..');

/** TypeScript files below `folder`, relative to the root. */
export const listSources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

export const isTest = (file: string): boolean => /\.(test|e2e|system)\.tsx?$/.test(file);

export const TEST_FILES: readonly string[] = ['src', 'machines', 'tests'].flatMap(listSources).filter(isTest);

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** Callee names in order: `test.describe.each(rows)` gives `['test', 'describe', 'each']`. */
function listCalleeNames(callee: Node): string[] {
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'MemberExpression')
    return [...listCalleeNames(callee.object as Node), ...listCalleeNames(callee.property as Node)];
  if (callee.type === 'CallExpression') return listCalleeNames(callee.callee as Node);
  if (callee.type === 'TaggedTemplateExpression') return listCalleeNames(callee.tag as Node);
  return [];
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Text in a test file: a title of a test or group, else perhaps a table row. */
export type Text = { file: string; line: number; text: string; title?: 'group' | 'test' };

export function readTexts(file: string): Text[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const texts: Text[] = [];
  const visit = (node: Node, title?: Text['title']): void => {
    if (isText(node)) {
      const line = source.slice(0, node.start).split('\n').length;
      const text = source.slice(node.start + 1, node.end - 1);
      texts.push({ file, line, text, ...(title && { title }) });
    }
    const named = node.type === 'CallExpression' ? listCalleeNames(node.callee as Node) : [];
    const call = node.arguments as Node[] | undefined;
    const isTitled =
      /^(it|test|describe)$/.test(named[0] ?? '') &&
      call !== undefined &&
      call.length > 1 &&
      isText(call[0]!);
    for (const child of childrenOf(node)) {
      const isTitle = isTitled && child === call[0];
      visit(child, isTitle ? (named.includes('describe') ? 'group' : 'test') : undefined);
    }
  };
  visit(parseSync(file, source).program as unknown as Node);
  return texts;
}

/**
 * Ids of requirements (`R2.4-07`), flows (`E18`) and promises (`R4`, `C6`); expands ranges such as `R9-38 …
 * R9-43`.
 */
export function findIds(text: string): string[] {
  const between = [...text.matchAll(/\b(R\d+(?:\.\d+)?-)(\d+) … \1(\d+)\b/g)].flatMap(
    ([, section, from, to]) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, at) => `${section}${String(Number(from) + at).padStart(2, '0')}`,
      ),
  );
  const single = [...text.matchAll(/(?<![\w%.-])(?:R\d+(?:\.\d+)?-\d+|[CER]\d{1,2})(?![\w-])/g)].map(
    ([id]) => id,
  );
  return [...new Set([...between, ...single])];
}
