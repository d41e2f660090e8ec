import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Tests, what they are made of, and the gallery, which shows widgets and uses none. */
const FOR_TESTS = /\.(test|model)\.tsx?$|\/testing[./-]|^machines\/model\.ts$|gallery/;

/** What is started and not imported. */
const STARTED = /^src\/console\/main\.tsx$|^src\/(service\/console|program)\/build\.ts$|\/(start|main)\.ts$/;

/** Read by name from a module that is loaded later. */
const LOADED_LATER = ['prefetch'];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*$/gm;
const EXPORT = /^export\s+(?:default\s+)?(?:async\s+)?(?:const|function\*?|class)\s+(\w+)/gm;
const IMPORT = /(?:\bfrom\s+|^\s*import\s+|\bimport\(\s*|\bnew URL\(\s*)'(\.[^']+)'/gm;
const REEXPORT_ALL = /^export \* from '(\.[^']+)'/gm;

const sources = ['src', 'machines', 'styles'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
);

const texts = new Map(
  [...sources, 'vite.config.ts']
    .filter((file) => !FOR_TESTS.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8').replaceAll(COMMENT, '')] as const),
);

const targets = (file: string, pattern: RegExp): string[] =>
  [...texts.get(file)!.matchAll(pattern)].map((match) =>
    relative(ROOT, resolve(ROOT, dirname(file), match[1]!)),
  );

const importers = new Map<string, Set<string>>();
for (const file of texts.keys())
  for (const target of targets(file, IMPORT))
    importers.set(target, (importers.get(target) ?? new Set()).add(file));

/** Files that import `file`, directly or from an index that passes on all it has. */
const usersOf = (file: string): string[] =>
  [...(importers.get(file) ?? [])].flatMap((user) =>
    targets(user, REEXPORT_ALL).includes(file) ? usersOf(user) : [user],
  );

const mentions = (file: string, name: string): number =>
  texts.get(file)!.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

describe('nothing is kept for tests alone', () => {
  it('every file is imported by the product', () => {
    const alone = sources.filter(
      (file) => texts.has(file) && !STARTED.test(file) && usersOf(file).length === 0,
    );
    expect(alone).toEqual([]);
  });

  it('every exported function, selector, machine and constant is used by the product', () => {
    const unused = [...texts].flatMap(([file, text]) => {
      const users = usersOf(file);
      return [...text.matchAll(EXPORT)]
        .filter(([line, name]) => !line.includes('default') && mentions(file, name!) === 1)
        .filter(([, name]) => !LOADED_LATER.includes(name!))
        .filter(([, name]) => !users.some((user) => mentions(user, name!) > 0))
        .map(([, name]) => `${file}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});
