import type { Plugin } from 'vite';

/** Packages that a library imports for what the console does not use of it, and that no bundler can leave out. */
const UNUSED = [
  // The palette is a dialog of Ariakit.
  { name: '@radix-ui/react-dialog', importer: /\/node_modules\/cmdk\// },
  // Of maps, which no chart is.
  { name: 'd3-geo', importer: /\/node_modules\/d3\// },
] as const;
const EMPTY = '\0unused:';

/** Replaces them in the build by functions that do nothing, since one is called as its importer loads. */
export function createUnusedCodePlugin(): Plugin {
  return {
    name: 'penstock-unused-code',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer = '') =>
      UNUSED.some((unused) => unused.name === id && unused.importer.test(importer)) ? EMPTY + id : null,
    async load(id) {
      if (!id.startsWith(EMPTY)) return null;
      const names = Object.keys(await import(id.slice(EMPTY.length)));
      return names.map((name) => `export const ${name} = () => {};`).join('\n');
    },
  };
}
