import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSelfSigned } from '../auth/self-signed.ts';
import { openTls, TlsFileError } from './tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
const now = Date.now();
const DAY = 86_400_000;
const good = createSelfSigned('Penstock', now - DAY);
const other = createSelfSigned('Penstock', now - DAY);

const put = (pair: { certificate: string; key: string }) => {
  writeFileSync(files.cert, pair.certificate);
  writeFileSync(files.key, pair.key);
};
beforeEach(() => put(good));

const problem = (): [string, string] => {
  try {
    openTls(files, () => now);
    return ['', ''];
  } catch (error) {
    if (!(error instanceof TlsFileError)) throw error;
    return [error.file, error.message];
  }
};

describe('files of a certificate', () => {
  test('files that fit are taken, with TLS 1.2 or newer', () => {
    expect(openTls(files, () => now).options).toEqual({
      cert: good.certificate,
      key: good.key,
      minVersion: 'TLSv1.2',
    });
  });

  test.each([
    ['a missing certificate', () => rmSync(files.cert), 'cert', 'cannot be read'],
    ['a missing key', () => rmSync(files.key), 'key', 'cannot be read'],
    ['no certificate', () => writeFileSync(files.cert, good.key), 'cert', 'holds no certificate in PEM'],
    ['no key', () => writeFileSync(files.key, good.certificate), 'key', 'holds no private key in PEM'],
    [
      'a broken certificate',
      () => writeFileSync(files.cert, good.certificate.replace(/\n.{20}/, '\nAAAA')),
      'cert',
      'cannot be read',
    ],
    [
      'the key of another',
      () => writeFileSync(files.key, other.key),
      'key',
      'is not the key of the certificate in',
    ],
    [
      'a key with a password',
      () =>
        writeFileSync(
          files.key,
          '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
        ),
      'key',
      'locked with a password',
    ],
    ['an expired one', () => put(createSelfSigned('Old', now - 2 * DAY, now - DAY)), 'cert', 'expired on'],
    ['one of tomorrow', () => put(createSelfSigned('New', now + DAY)), 'cert', 'is not valid before'],
  ])('%s is refused with file and rule', (_, spoil, file, rule) => {
    spoil();
    const [found, message] = problem();
    expect(found).toBe(file);
    expect(message).toContain(`'${files[found === 'cert' ? 'cert' : 'key']}' `);
    expect(message).toContain(rule);
    expect(message).not.toContain(good.key.slice(60, 100));
  });
});

test('a new pair is used; half or bad ones keep the former', async () => {
  const [changed, told] = [vi.fn(), vi.fn()];
  const end = openTls(files, () => now, 20).watch(changed, told);
  writeFileSync(files.cert, other.certificate);
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), 30_000);
  expect(told.mock.calls[0]?.[0].message).toContain('is not the key of the certificate');
  expect(changed).not.toHaveBeenCalled();
  writeFileSync(files.key, other.key);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), 30_000);
  expect(changed.mock.calls).toEqual([
    [expect.objectContaining({ cert: other.certificate, key: other.key })],
  ]);
  expect(told).toHaveBeenCalledTimes(1);
  rmSync(files.key);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), 30_000);
  end();
});
