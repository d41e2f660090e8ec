import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const manual = readdirSync(join(ROOT, 'src/docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('src/docs', name));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...manual].map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

/** Without fenced code and diagrams. */
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

/** GitHub's anchor of a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const readAnchors = (file: string): string[] =>
  [...withoutBlocks(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map((match) => slugOf(match[1]!));

const PATH = '(?:src|machines|tests|styles|\\.ci)/[^`\\s]*';

const missingLinks = ({ file, text }: (typeof PAGES)[number]): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const full = path === '' ? join(ROOT, file) : resolve(ROOT, dirname(file), path);
      if (!existsSync(full)) return true;
      return anchor !== undefined && !readAnchors(full).includes(anchor);
    })
    .map((target) => `${file}: ${target}`);

/** Also within commands. Paths with placeholders (`machines/<name>/`) or patterns are skipped. */
const missingPaths = ({ file, text }: (typeof PAGES)[number]): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .flatMap((match) => match[1]!.split(/[\s']+/))
    .filter((word) => new RegExp(`^${PATH}$`).test(word))
    .filter((path) => !/[<*{…]/.test(path) && !existsSync(join(ROOT, path)))
    .map((path) => `${file}: ${path}`);

/** For `name` in `path`, the file must contain the name. */
const missingNames = ({ file, text }: (typeof PAGES)[number]): string[] =>
  [...withoutBlocks(text).matchAll(new RegExp(`\`([^\`]+)\` in \`(${PATH}\\.tsx?)\``, 'g'))]
    .filter(([, name, path]) => {
      const full = join(ROOT, path!);
      return existsSync(full) && !readFileSync(full, 'utf8').includes(name!);
    })
    .map(([, name, path]) => `${file}: ${name} in ${path}`);

describe('docs', () => {
  it('pages: there are some', () => {
    expect(PAGES.length).toBeGreaterThan(20);
  });

  it('links: every relative one leads somewhere, anchors too', () => {
    expect(PAGES.flatMap(missingLinks)).toEqual([]);
  });

  it('paths: every one in backticks exists', () => {
    expect(PAGES.filter(({ file }) => file !== 'CHANGELOG.md').flatMap(missingPaths)).toEqual([]);
  });

  it('names: what is said to be in a file is there', () => {
    expect(PAGES.flatMap(missingNames)).toEqual([]);
  });

  it('manual: its index lists every page', () => {
    const index = readFileSync(join(ROOT, 'src/docs/README.md'), 'utf8');
    const decisions = readFileSync(join(ROOT, 'src/docs/decisions/README.md'), 'utf8');
    const isListed = (name: string): boolean =>
      name.startsWith('decisions/')
        ? decisions.includes(`(${relative('decisions', name)})`) || name === 'decisions/README.md'
        : index.includes(`(${name})`) || name === 'README.md';
    expect(manual.map((file) => relative('src/docs', file)).filter((name) => !isListed(name))).toEqual([]);
  });
});
