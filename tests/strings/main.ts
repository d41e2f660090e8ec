/**
 * `npm run strings`: prints the texts a person can meet on a screen, in the command line or in an
 * answer of the API, under the file and with the line that has them, to be read in one sitting.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const SOURCES = '{machines,src/{cli,console,contract,engine,graph,service}}/**/*.{ts,tsx}';
const NEVER_SHOWN = /\.(test|model|gallery)\.tsx?$|\/gallery\/|gallery(-data)?\.tsx?$|\.css\.ts$/;
const WORDED_ATTRIBUTE =
  /^(aria-label|aria-description|alt|title|label|placeholder|help|hint|text|name|description)$/;
const WORDED_PROPERTY =
  /^(label|title|help|hint|text|message|description|summary|reason|placeholder|action|unit)$/;

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const readLiteral = (node: Node, source: string): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const expressions = node.expressions as { start: number; end: number }[];
  const texts = node.quasis as { value: { cooked: string } }[];
  return texts
    .map(({ value }, at) => {
      const expression = expressions[at];
      return value.cooked + (expression ? `{${source.slice(expression.start, expression.end)}}` : '');
    })
    .join('');
};

const isProse = (text: string): boolean =>
  /[A-Za-z]{2,}[,;)]? [(A-Za-z'{]|[A-Za-z]{2,}[.:…]( |$)/.test(text) &&
  !/^\s*(select|insert|update|delete|create|alter|with|pragma|drop) /i.test(text);

/** The text of a node when a person can meet it, else `undefined`. */
function findText(node: Node, parent: Node | undefined, source: string): string | undefined {
  if (node.type === 'JSXText') return String(node.value);
  const text = readLiteral(node, source);
  if (text === undefined || parent?.type.includes('port')) return undefined;
  const name = (parent?.name ?? parent?.key) as { name?: unknown; value?: unknown } | undefined;
  const called = String(name?.name ?? name?.value ?? '');
  if (parent?.type === 'JSXAttribute') return WORDED_ATTRIBUTE.test(called) ? text : undefined;
  if (isProse(text)) return text;
  return parent?.type === 'Property' && WORDED_PROPERTY.test(called) && /^[A-Z]/.test(text)
    ? text
    : undefined;
}

for (const file of globSync(SOURCES).sort()) {
  if (NEVER_SHOWN.test(file)) continue;
  const source = readFileSync(file, 'utf8');
  const lines: string[] = [];
  const visit = (node: Node, parent?: Node): void => {
    const text = findText(node, parent, source)?.replace(/\s+/g, ' ').trim();
    if (text && /[A-Za-z]{2}/.test(text)) {
      lines.push(`  ${source.slice(0, node.start).split('\n').length}: ${text}`);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node);
  };
  visit(parseSync(file, source).program as unknown as Node);
  if (lines.length > 0) console.log(`${file}\n${lines.join('\n')}`);
}
