import { defineConfig } from 'vitest/config';

/**
 * `npm run test:system`: what needs programs of the system. One that is missing fails the test by its name; tests
 * of syslog-ng, which Debian does not install beside rsyslog, say in their titles that they did not run. File after
 * file: some stop clocks and disks, and would make the others wait.
 */
export default defineConfig({
  test: {
    include: ['tests/system/*.system.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
