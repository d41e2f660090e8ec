import { globSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PROGRAM_FOLDER } from '../../src/program/built-module.ts';
import { refreshProgram } from '../../src/program/refresh.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Beginning of the names of this run's temporary directories. */
    runPrefix: string;
  }
}

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Engines run from the built program, as in the product; who watches files wants what the sources say now. A file
 * whose tests are all skipped runs no hook that would remove its temporary directory.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  if (!project.config.watch) process.env[PROGRAM_FOLDER] = await refreshProgram(ROOT);
  const prefix = `f${process.pid.toString(36)}-`;
  project.provide('runPrefix', prefix);
  return () => {
    for (const folder of globSync(join(tmpdir(), `${prefix}*`)))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
