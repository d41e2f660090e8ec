import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** `npm run judge`: checkers made by others look at every screen. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: '**/*.judge.ts',
  projects: [{ name: 'judge' }],
  workers: 1,
  timeout: 1_800_000,
  reporter: [['list']],
  outputDir: '../../.build/judge/failures',
  globalSetup: './install.ts',
});
