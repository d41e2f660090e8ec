import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { findChunkCircle } from './chunk-circle.ts';
import { readFirstCode } from './first-code.ts';

type Chunk = {
  type: 'chunk';
  name: string;
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  imports: string[];
  viteMetadata?: { importedCss?: Set<string> };
};
type Bundle = Record<string, { type: string } | Chunk>;

const listChunks = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');

/** Files of modules with their imports and styles. */
function collect(chunks: readonly Chunk[], modules: readonly string[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const follow = (chunk: Chunk): void => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const file of chunk.imports) {
      const imported = byFile.get(file);
      if (imported) follow(imported);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const module of modules) {
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(module));
    // A module without side effects and exports leaves no code.
    if (chunk) follow(chunk);
  }
  return { scripts: [...scripts].map((file) => `/${file}`), styles: [...styles].map((file) => `/${file}`) };
}

/**
 * Writes `pages.json`: per screen address, files needed before its content beyond those of `index.html`. The
 * service lists them in the page, so that they load in parallel.
 * @param apart chunks to run before the entry, in this order. Deferred, since the entry often runs async ones
 * within its own task
 */
export function createPagesPlugin(apart: readonly string[]): Plugin {
  let folder = '';
  return {
    name: 'penstock-pages',
    apply: 'build',
    configResolved: ({ root }) => {
      folder = join(root, 'src/console');
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = listChunks(bundle as Bundle);
        return apart.map((part): HtmlTagDescriptor => {
          const chunk = chunks.find(({ name }) => name === part);
          if (!chunk) throw new Error(`the build has no chunk named '${part}'`);
          return {
            tag: 'script',
            attrs: { type: 'module', crossorigin: true, src: `/${chunk.fileName}` },
            injectTo: 'head-prepend',
          };
        });
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = listChunks(bundle as Bundle);
        const circle = findChunkCircle(chunks);
        if (circle) throw new Error(`files of the build import each other: ${circle.join(' → ')}`);
        const first = collect(chunks, [join(folder, 'main.tsx')]);
        const pages = readFirstCode(folder).map(({ patterns, modules }) => {
          const { scripts, styles } = collect(
            chunks,
            modules.map((module) => join(folder, module)),
          );
          return {
            patterns,
            scripts: scripts.filter((file) => !first.scripts.includes(file)),
            styles: styles.filter((file) => !first.styles.includes(file)),
          };
        });
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages, null, 1) });
      },
    },
  };
}
