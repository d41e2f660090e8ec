import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createEarlyScriptPlugin } from './src/console/app/early-script.ts';
import { createFirstRoutePlugin } from './src/console/app/first-route.ts';

/** Every widget in all its states, for those who work on them and for the browser tests; never in the product. */
const gallery = defineConfig({
  plugins: [vanillaExtractPlugin(), react()],
  server: { open: '/src/console/gallery/index.html' },
  build: {
    outDir: '.build/gallery',
    emptyOutDir: true,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: 'src/console/gallery/index.html' },
  },
});

/** The console bundle goes to a hidden folder, so that the top level holds sources alone. */
const console = defineConfig({
  plugins: [
    vanillaExtractPlugin(),
    react(),
    createEarlyScriptPlugin(),
    createFirstRoutePlugin('dashboard', ['contract', 'react']),
  ],
  build: {
    outDir: '.build/console',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size that counts is held by tests/safety/bundle-size.test.ts.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      treeshake: {
        // Machines and the contract only declare: what nobody uses of them is left out.
        moduleSideEffects: (id) => !/\/(machines|src\/contract)\//.test(id),
      },
      output: {
        codeSplitting: {
          // Three files for all that every first load needs, instead of thirty small ones. Each is run by itself, so
          // that the page is never busy for long.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime|app\/react-root\.ts$/,
              tags: ['$initial'],
            },
            {
              name: 'contract',
              // What formats figures goes with the console, which alone calls it: it is smaller so.
              test: /node_modules\/(zod|xstate|@tanstack\/query-core)\/|src\/contract\/(?!figures\.ts)/,
              tags: ['$initial'],
            },
            { name: 'console', tags: ['$initial'] },
            { name: 'dashboard', test: /\/views\/dashboard\/DashboardPage\.tsx$/ },
            {
              name: 'lists',
              test: /\/widgets\/table\/data-table\.tsx$|\/components\/(list-table\/|pipeline-(menu|status)\.tsx?$)/,
            },
          ],
        },
      },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'gallery' ? gallery : console));
