import { globSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Beginning of the names of this run's temporary directories. */
    runPrefix: string;
  }
}

/** A file whose tests are all skipped runs no hook that would remove its temporary directory. */
export default function setup(project: TestProject): () => void {
  const prefix = `f${process.pid.toString(36)}-`;
  project.provide('runPrefix', prefix);
  return () => {
    for (const folder of globSync(join(tmpdir(), `${prefix}*`)))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
