import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const REGISTRY = pathToFileURL(join(import.meta.dirname, '../../registry.ts')).href;
const LIST_LOADED = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
await import(${JSON.stringify(REGISTRY)});
process.stdout.write(loaded.join('\\n'));
`;

it('the client of Kafka is not loaded with the components', () => {
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', LIST_LOADED], {
    encoding: 'utf8',
  });
  expect(text).toContain('/kafka/source.ts');
  expect(text).not.toContain('@platformatic');
});
