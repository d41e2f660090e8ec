import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstRoute } from './src/console/app/first-route.ts';
import { prebuilt } from './src/console/app/prebuilt.ts';
import { themeScript } from './src/console/app/theme-script.ts';

/** The contract's schemas are made by calls of these; those that nothing uses are left out of the page. */
const SCHEMA_MAKERS = [
  'z',
  'idSchema',
  'nameSchema',
  'repeated',
  'wholeNumber',
  'connectionInput',
  'connectionPatch',
];

/** The console bundle goes to a hidden folder, so that the top level holds sources alone. */
export default defineConfig({
  plugins: [
    prebuilt('/src/console/api/call-facts.ts'),
    vanillaExtractPlugin(),
    react(),
    themeScript(),
    firstRoute('dashboard'),
  ],
  build: {
    outDir: '.build/console',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: SCHEMA_MAKERS },
      output: {
        codeSplitting: {
          // One file for all that every first load needs, instead of thirty small ones.
          groups: [
            // What still needs schemas comes later; the first load must not name this file.
            { name: 'schemas', test: /\/node_modules\/zod\/|\/src\/contract\/ids\.ts/, priority: 1 },
            { name: 'console', tags: ['$initial'] },
            { name: 'dashboard', test: /\/views\/dashboard\/DashboardPage\.tsx$/ },
            { name: 'lists', test: /\/widgets\/table\/data-table\.tsx$|\/parts\/pipeline-status\.tsx$/ },
          ],
        },
      },
    },
  },
});
