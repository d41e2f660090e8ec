import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSelfSigned } from './self-signed.ts';

test('a self-signed certificate reads back: name, times, key, signature', () => {
  const from = Date.parse('2026-11-22T08:00:00Z');
  const { key, certificate } = createSelfSigned('Penstock', from);
  const read = new X509Certificate(certificate);
  expect([read.subject, read.issuer]).toEqual(['CN=Penstock', 'CN=Penstock']);
  expect([Date.parse(read.validFrom), read.validTo]).toEqual([from, 'Nov 19 08:00:00 2036 GMT']);
  expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect([read.verify(read.publicKey), read.checkPrivateKey(createPrivateKey(key))]).toEqual([true, true]);
  expect(new X509Certificate(createSelfSigned('Penstock', from).certificate).serialNumber).not.toBe(
    read.serialNumber,
  );
});
