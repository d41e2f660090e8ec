import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** A library's own production build, which is only longer after it. */
const IS_SMALL = /^react/;

/** Inlines what a file calls once. The bundler's own minifier, which comes after it, does not. */
export const createSmallCodePlugin = (): Plugin => ({
  name: 'penstock-small-code',
  renderChunk: (code, { name }) =>
    IS_SMALL.test(name)
      ? null
      : minify(code, { module: true, ecma: 2022, compress: { passes: 2, toplevel: true }, mangle: false }),
});
