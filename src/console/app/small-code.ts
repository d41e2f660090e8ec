import { minify } from '@swc/core';
import type { Plugin } from 'vite';

const IS_SMALL = /^react/;
/** Sequences and conditionals are left to the bundler's minifier, whose forms repeat more: smaller when compressed. */
const COMPRESS = { passes: 3, toplevel: true, sequences: false, conditionals: false };

/** Inlines functions called once, which the bundler's minifier does not do. */
export const createSmallCodePlugin = (): Plugin => ({
  name: 'penstock-small-code',
  renderChunk: (code, { name }) =>
    IS_SMALL.test(name)
      ? null
      : minify(code, { module: true, ecma: 2022, compress: COMPRESS, mangle: false }),
});
