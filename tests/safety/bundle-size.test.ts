import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../src/contract/calls/index.ts';
import {
  BUNDLE,
  CONSOLE_BUDGET_BYTES,
  LOAD_ROUTES,
  SQL_EDITOR,
  SQL_EDITOR_BUDGET_BYTES,
  sumGzipBytes,
} from '../harness/first-load.ts';

/** Bytes for any screen; a form of its own, or what several areas have, takes more. */
const SCREEN_BUDGET = 264_000;
const LARGER: Readonly<Record<string, number>> = {
  '/log-search': 298_000,
  '/settings/sso': 281_000,
  '/settings/features/assistant': 280_000,
  // It lists the keys of all commands.
  '/userProfile': 367_000,
};

type Page = { patterns: string[]; scripts: string[]; styles: string[] };

const listNames = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '');

const listScripts = (): string[] =>
  readdirSync(join(BUNDLE, 'assets'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join('assets', path));

/** Of the index and of the list that the build writes for each screen. */
function readPages() {
  const html = readFileSync(join(BUNDLE, 'index.html'), 'utf8');
  const scripts = listNames(html, /(?:src|href)="(\/[^"]+\.js)"/g);
  const styles = listNames(html, /href="(\/[^"]+\.css)"/g);
  const pages: Page[] = JSON.parse(readFileSync(join(BUNDLE, 'pages.json'), 'utf8'));
  const filesOf = (path: string) => {
    const page = pages.find(({ patterns }) => patterns.includes(path));
    if (!page) throw new Error(`pages.json has no ${path}`);
    return {
      scripts: [...new Set([...scripts, ...page.scripts])],
      styles: [...new Set([...styles, ...page.styles])],
    };
  };
  return { filesOf, paths: pages.flatMap(({ patterns }) => patterns[0] ?? []) };
}

/**
 * In bytes, so independent of the machine. tests/e2e/first-load.e2e.ts checks that a browser loads only these files
 * before the content.
 */
describe('the built console', () => {
  let filesOf: ReturnType<typeof readPages>['filesOf'];
  let paths: string[];
  beforeAll(() => {
    if (!existsSync(join(BUNDLE, 'pages.json')))
      throw new Error(`${BUNDLE} is not complete: build the console with 'npm run build'`);
    ({ filesOf, paths } = readPages());
  });

  it.each(LOAD_ROUTES)('names few and small files for $name', ({ path, budget }) => {
    const address = path({ small: ':pipelineId', large: ':pipelineId' }).replace(/\?.*/, '');
    const { scripts, styles } = filesOf(address);
    expect(sumGzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(budget.scriptBytes);
    expect(scripts.length, scripts.join(', ')).toBeLessThanOrEqual(budget.scripts);
    expect(sumGzipBytes(styles)).toBeLessThanOrEqual(budget.styleBytes);
    expect(styles.length, styles.join(', ')).toBeLessThanOrEqual(budget.styles);
  });

  it(`names at most ${SCREEN_BUDGET / 1000} kB of script for a screen, but for those listed`, () => {
    const over = paths.filter(
      (path) => sumGzipBytes(filesOf(path).scripts) > (LARGER[path] ?? SCREEN_BUDGET),
    );
    expect(over).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(LARGER)));
  });

  it('has no sentence of the documents of the API', () => {
    const text = listScripts()
      .map((path) => readFileSync(join(BUNDLE, path), 'utf8'))
      .join('\n');
    const sentences = Object.values(CALLS).map(({ summary }) => summary);
    expect(sentences.filter((sentence) => sentence.length > 40 && text.includes(sentence))).toEqual([]);
  });

  it(`has at most ${CONSOLE_BUDGET_BYTES / 1000} kB of script in all, and the editor of SQL`, () => {
    const [editor = [], others = []] = [true, false].map((isEditor) =>
      listScripts().filter((path) => SQL_EDITOR.test(path) === isEditor),
    );
    expect(sumGzipBytes(others)).toBeLessThanOrEqual(CONSOLE_BUDGET_BYTES);
    expect(editor).toHaveLength(1);
    expect(sumGzipBytes(editor)).toBeLessThanOrEqual(SQL_EDITOR_BUDGET_BYTES);
  });
});
