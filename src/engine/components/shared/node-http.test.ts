import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('components load no second HTTP client, which takes 10 MB', () => {
  const registry = join(import.meta.dirname, '../registry.ts');
  const script = `await import(${JSON.stringify(registry)}); console.log(process.moduleLoadList.join());`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(loaded).toContain('NativeModule http');
  expect(loaded).not.toContain('undici');
});
