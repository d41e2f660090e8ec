import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileGrok } from '../../src/engine/patterns/grok.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');

test.runIf(existsSync(DATA)).each([
  ['apache_access.log', '%{COMBINEDAPACHELOG}', 10_000],
  ['sshd_auth.log', '%{SYSLOGLINE}', 7_000],
])('every line of %s matches %s', (name, pattern, atLeast) => {
  const lines = readFileSync(join(DATA, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const grok = compileGrok(pattern);
  expect(lines.length).toBeGreaterThanOrEqual(atLeast);
  expect(lines.filter((line) => grok.match(line) === null)).toEqual([]);
});
