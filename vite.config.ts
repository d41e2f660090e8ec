import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeScript } from './src/console/app/theme-script.ts';

/** The console bundle goes to a hidden folder, so that the top level holds sources alone. */
export default defineConfig({
  plugins: [vanillaExtractPlugin(), react(), themeScript()],
  build: {
    outDir: '.build/console',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
