import type { Plugin } from 'vite';

type Chunk = {
  type: string;
  fileName: string;
  imports?: readonly string[];
  viteMetadata?: { importedCss?: Set<string> };
};

/**
 * What is there when a file runs: it, what it imports, and their styles. None of them needs to be named once more in
 * that file for what it loads later.
 */
export function createLoadedFiles(): {
  plugin: Plugin;
  /** @returns those of `files` that may not be there yet when `host` runs */
  omitLoaded(files: string[], host: string): string[];
} {
  let chunks: Readonly<Record<string, Chunk>> = {};
  const collect = (file: string, found = new Set<string>()): Set<string> => {
    const chunk = chunks[file];
    if (!chunk || found.has(file)) return found;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, found);
    return found;
  };
  return {
    plugin: {
      name: 'penstock-loaded-files',
      apply: 'build',
      generateBundle: {
        order: 'pre',
        handler: (_options, bundle) => {
          chunks = bundle as Record<string, Chunk>;
        },
      },
    },
    omitLoaded: (files, host) => {
      const loaded = collect(host);
      return files.filter((file) => !loaded.has(file));
    },
  };
}
