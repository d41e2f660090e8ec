import { defineConfig } from 'vitest/config';

/**
 * `npm run test:system`: a missing program fails its test, except syslog-ng, which Debian does not install
 * beside rsyslog: those tests report the skip in their titles. Serial, because some tests stop clocks and
 * disks.
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
