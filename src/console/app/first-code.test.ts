import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readFirstCode } from './first-code.ts';
import { ROUTES } from './routes.ts';

const CONSOLE = resolve(import.meta.dirname, '..');

it('the build knows the code of every route, with its commands', () => {
  const read = readFirstCode(CONSOLE);
  expect(read.map(({ patterns }) => patterns)).toEqual(ROUTES.map(({ patterns }) => patterns));
  for (const { patterns, modules } of read) {
    expect(modules[0], patterns[0]).toMatch(/^views\/.*Page\.tsx$/);
    expect(modules.filter((module) => !existsSync(join(CONSOLE, module)))).toEqual([]);
    expect(modules.some((module) => module.endsWith('-commands.ts'))).toBe(true);
  }
  const pipeline = read.find(({ patterns }) => patterns.includes('/pipelines/:pipelineId'));
  expect(pipeline?.modules).toContain('../contract/calls/screen.ts');
  const [dashboard] = read;
  expect(dashboard?.modules).toContain('views/dashboard/SiteOverview.tsx');
});
