import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** Not `react-dom`: few files import it, and the first of them would have its exports for all others. */
const REACT = /^react(-dom\/client|\/jsx-runtime)?$/;
/** They look for names of React while they run, so that all would be kept. */
const READS_ANY_NAME = /\/node_modules\/(@ariakit|@radix-ui)\//;
const NAMED = '\0react-exports:';
const require = createRequire(import.meta.url);

/**
 * Gives React the exports that CommonJS cannot declare. Otherwise each file that imports React makes a copy of it,
 * with a getter for each of its names, and every hook is called through one.
 */
export const createReactExportsPlugin = (): Plugin => ({
  name: 'penstock-react-exports',
  apply: 'build',
  enforce: 'pre',
  async resolveId(id, importer = '', { kind } = { isEntry: false }) {
    // CommonJS libraries, including React, need the original.
    if (!REACT.test(id) || kind === 'require-call') return null;
    if (importer.startsWith(NAMED) || READS_ANY_NAME.test(importer)) return null;
    const module = await this.resolve(id, importer, { skipSelf: true });
    return module && NAMED + module.id;
  },
  load(id) {
    if (!id.startsWith(NAMED)) return null;
    const file = id.slice(NAMED.length);
    const names = Object.keys(require(file) as object);
    return [
      `import all from ${JSON.stringify(file)};`,
      'export default all;',
      ...names.map((name) => `export const ${name} = all.${name};`),
    ].join('\n');
  },
});
