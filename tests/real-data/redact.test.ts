import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rawBatch } from '../../src/engine/components/testing/contexts.ts';
import { runTransform } from '../../src/engine/components/testing/run-transform.ts';

const FILES = ['apache_access.log', 'sshd_auth.log'].map(
  (name) => new URL(`../../../shared/data/${name}`, import.meta.url),
);
const present = FILES.filter((file) => existsSync(file));
/** Of one line in so many, something is hidden that is none. */
const MOST = 1 / 10_000;

const hiddenOf = (files: readonly URL[], finds: readonly string[]) => {
  const rules = finds.map((find) => ({ find }));
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const hidden = lines.filter(
    (line) => line !== '' && runTransform('redact', { rules }, rawBatch(line)).texts[0] !== line,
  );
  return { lines, hidden };
};

test.runIf(present.length > 0)('redaction: real logs have next to no false hits', () => {
  const finds = ['card', 'iban', 'bearer', 'aws_key', 'api_token', 'jwt', 'secret', 'phone', 'ipv6'];
  const { lines, hidden } = hiddenOf(present, finds);
  expect(lines.length).toBeGreaterThan(5000);
  expect(hidden.length / lines.length, hidden.slice(0, 5).join('\n')).toBeLessThan(MOST);
});

// The other log has the addresses of robots.
const logins = present.filter((file) => file.pathname.endsWith('sshd_auth.log'));
test.runIf(logins.length > 0)('redaction: algorithms of SSH are no e-mail addresses', () => {
  expect(hiddenOf(logins, ['email']).hidden).toEqual([]);
});
