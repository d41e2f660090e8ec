import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

const STYLES = /(["'])(\/[^"']+\.vanilla\.css)\1/g;

/**
 * Names styles relative to the file that imports them. Vanilla-extract writes whole paths, and the size of a module's
 * text decides which modules share a file: the files would depend on the folder of the clone.
 */
export function createPathFreeStylesPlugin(): Plugin {
  let root = '';
  return {
    name: 'penstock-path-free-styles',
    apply: 'build',
    configResolved: (config) => {
      root = `${config.root}/`;
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (!source.startsWith('.') || !source.endsWith('.vanilla.css') || !importer) return null;
        return this.resolve(join(dirname(importer), source), importer);
      },
    },
    transform: {
      order: 'post',
      handler: (code, id) =>
        id.endsWith('.css.ts')
          ? code.replaceAll(STYLES, (_, quote, path) => `${quote}./${relative(dirname(id), path)}${quote}`)
          : null,
    },
    generateBundle() {
      const dependent = [...this.getModuleIds()].filter(
        (id) => id.startsWith(root) && this.getModuleInfo(id)?.code?.includes(root),
      );
      if (dependent.length > 0)
        throw new Error(`The path of the clone is in the text of ${dependent.join(', ')}: leave it out.`);
    },
  };
}
