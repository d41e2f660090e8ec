import { parse } from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createBuildFolderPlugin, UNNAMED_FOLDER } from './src/console/app/build-folder.ts';
import { CHUNK_GROUPS } from './src/console/app/chunk-groups.ts';
import { createEarlyScriptPlugin } from './src/console/app/early-script.ts';
import { createLateSchemasPlugin } from './src/console/app/late-schemas.ts';
import { createLoadedFiles } from './src/console/app/loaded-files.ts';
import { createPagesPlugin } from './src/console/app/pages-plugin.ts';
import { createPathFreeStylesPlugin } from './src/console/app/path-free-styles.ts';
import { createReactExportsPlugin } from './src/console/app/react-exports.ts';
import { createSmallCodePlugin } from './src/console/app/small-code.ts';
import { createUnusedCodePlugin } from './src/console/app/unused-code.ts';

/** Every widget in all its states, for those who work on them and for the browser tests; never in the product. */
const gallery = defineConfig({
  plugins: [vanillaExtractPlugin(), react()],
  server: { open: '/src/console/gallery/index.html' },
  build: {
    outDir: '.build/gallery',
    emptyOutDir: true,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: 'src/console/gallery/index.html',
      // A worker loads the same file and cannot run the page's own, which it would share otherwise.
      output: { codeSplitting: { groups: [{ name: 'd3-dag', test: /\/node_modules\/d3-dag\// }] } },
    },
  },
});

const shortenName = (name: string): string => name.replace(/~.*/, '');
/**
 * Files of which every screen calls about half of all functions before its content. The engine then compiles them
 * beside the page as they arrive, not one by one in it: https://github.com/WICG/explicit-javascript-compile-hints-file-based
 * What is compiled stays in memory, called or not, so files that are also loaded ahead are not among them.
 */
const CALLED_AT_ONCE = /^(react|contract)(~|$)/;
const ALWAYS_LOADED = /\/(rolldown-runtime|react|contract|index|screen|screen-calls|shell-calls)\.js$/;

const loadedFiles = createLoadedFiles();

/** The console bundle goes to a hidden folder, so that the top level holds sources alone. */
const console = defineConfig({
  plugins: [
    vanillaExtractPlugin(),
    createPathFreeStylesPlugin(),
    react(),
    createEarlyScriptPlugin(),
    createReactExportsPlugin(),
    createUnusedCodePlugin(),
    createLateSchemasPlugin(),
    createSmallCodePlugin(),
    loadedFiles.plugin,
    createPagesPlugin(['contract', 'react']),
    createBuildFolderPlugin(),
  ],
  build: {
    outDir: '.build/console',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The others are there whenever a part is loaded later.
      resolveDependencies: (_file, needs, { hostId, hostType }) =>
        hostType === 'html'
          ? needs
          : loadedFiles.omitLoaded(
              needs.filter((file) => !ALWAYS_LOADED.test(file)),
              hostId,
            ),
    },
    // The size that counts is held by tests/safety/bundle-size.test.ts.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        // Machines and the contract only declare: what nobody uses of them is left out.
        moduleSideEffects: (id) => !/\/(machines|src\/contract)\//.test(id),
      },
      output: {
        postBanner: ({ name }) => (CALLED_AT_ONCE.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // What several screens share would be named after all of them, in each file that imports it.
        entryFileNames: `${UNNAMED_FOLDER}/[name].js`,
        chunkFileNames: ({ name }) => `${UNNAMED_FOLDER}/${shortenName(name)}.js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `${UNNAMED_FOLDER}/${shortenName(parse(name).name)}[extname]`,
        codeSplitting: {
          groups: CHUNK_GROUPS,
        },
      },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'gallery' ? gallery : console));
