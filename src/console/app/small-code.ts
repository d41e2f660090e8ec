import { minify } from '@swc/core';
import type { Plugin } from 'vite';

const IS_SMALL = /^react/;

/** Inlines functions called once, which the bundler's minifier does not do. */
export const createSmallCodePlugin = (): Plugin => ({
  name: 'penstock-small-code',
  renderChunk: (code, { name }) =>
    IS_SMALL.test(name)
      ? null
      : minify(code, { module: true, ecma: 2022, compress: { passes: 2, toplevel: true }, mangle: false }),
});
