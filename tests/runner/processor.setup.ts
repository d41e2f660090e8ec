import { afterAll } from 'vitest';
import { takeProcessorSeconds } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file. */
    processorSeconds?: number;
  }
}

// Vitest reads what a hook needs from a pattern.
// biome-ignore lint/correctness/noEmptyPattern: it needs none
afterAll(({}, file) => {
  const seconds = takeProcessorSeconds();
  if (seconds !== undefined) file.meta.processorSeconds = seconds;
});
