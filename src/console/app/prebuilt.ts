import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Runs modules that export plain data while the console is built, and ships the data instead of their code.
 * The table of calls thus reaches the page without its schemas.
 */
export function prebuilt(...endings: string[]): Plugin {
  return {
    name: 'penstock-prebuilt',
    enforce: 'pre',
    async load(id) {
      if (!endings.some((ending) => id.endsWith(ending))) return undefined;
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
