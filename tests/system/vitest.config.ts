import { defineConfig } from 'vitest/config';

/** `npm run test:system`: what needs programs of the system. One that is missing fails the test by its name. */
export default defineConfig({
  test: { include: ['tests/system/*.system.ts'], pool: 'forks', testTimeout: 300_000, hookTimeout: 60_000 },
});
