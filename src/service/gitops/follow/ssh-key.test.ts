import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSshAddress, serverOf } from '../../../contract/entities/git-address.ts';
import { computeFingerprint, makeSshKey, readHostKey, readSshKey } from './ssh-key.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-key-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasKeygen = (() => {
  try {
    execFileSync('ssh-keygen', ['-l', '-f', '/dev/null'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT';
  }
})();

describe('an address for SSH [R1-31]', () => {
  test.each([
    ['git@example.org:team/a.git', { user: 'git', host: 'example.org', port: 22, path: 'team/a.git' }],
    ['ssh://git@Example.org/team/a.git', { user: 'git', host: 'example.org', port: 22, path: '/team/a.git' }],
    ['ssh://ann@10.0.0.1:2222/~/a.git', { user: 'ann', host: '10.0.0.1', port: 2222, path: '~/a.git' }],
    ['ssh://[::1]:2222/a.git', { user: 'git', host: '::1', port: 2222, path: '/a.git' }],
  ])('%s is read', (text, expected) => {
    expect(parseSshAddress(text)).toEqual(expected);
  });
  test.each([
    'git@-oProxyCommand=id:a.git',
    'ssh://-oProxyCommand=id/a.git',
    '-l@example.org:a.git',
    'git@example.org:-a.git',
    "git@example.org:a'$(id)'.git",
    'git@example.org:a b.git',
    'ssh://git:secret@example.org/a.git',
    'ssh://git@example.org:0/a.git',
    'ssh://git@example.org:99999/a.git',
    'git@example.org:a.git\nHost *',
    'ext::sh -c id',
  ])('%j is refused', (text) => {
    expect(parseSshAddress(text)).toBeUndefined();
  });
  test('tells servers apart', () => {
    expect(serverOf('git@example.org:a.git')).toBe(serverOf('ssh://ann@example.org:22/b.git'));
    expect(serverOf('git@example.org:a.git')).not.toBe(serverOf('ssh://git@example.org:2222/a.git'));
    expect(serverOf('https://example.org/a.git')).toBe('https://example.org');
  });
});

describe('an SSH key [R1-31]', () => {
  test('a key that was made is read again, also without its line breaks', () => {
    const key = makeSshKey();
    expect(readSshKey(key.privateKey)).toEqual(key);
    expect(readSshKey(key.privateKey.replaceAll('\n', ''))).toEqual(key);
    expect(makeSshKey().publicKey).not.toBe(key.publicKey);
  });
  test.skipIf(!hasKeygen)('a key that was made is one for OpenSSH', () => {
    const key = makeSshKey();
    const file = join(folder, 'made');
    writeFileSync(file, key.privateKey, { mode: 0o600 });
    const shown = execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' });
    expect(shown.split(' ').slice(0, 2)).toEqual(key.publicKey.split(' ').slice(0, 2));
    const printed = execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' });
    expect(printed).toContain(computeFingerprint(key.publicKey));
  });
  test.skipIf(!hasKeygen).each(['ed25519', 'rsa', 'ecdsa'])('a key of the type %s is taken', (type) => {
    const file = join(folder, type);
    const bits = type === 'rsa' ? ['-b', '2048'] : [];
    execFileSync('ssh-keygen', ['-q', '-t', type, ...bits, '-N', '', '-f', file]);
    const key = readSshKey(readFileSync(file, 'utf8'));
    const shown = readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2);
    expect(typeof key === 'string' ? key : key.publicKey.split(' ').slice(0, 2)).toEqual(shown);
  });
  test.skipIf(!hasKeygen)('a key with a passphrase is refused', () => {
    const file = join(folder, 'locked');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'secret', '-f', file]);
    expect(readSshKey(readFileSync(file, 'utf8'))).toMatch(/passphrase/);
  });
  test.each([
    ['', /OpenSSH's own form/],
    ['-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----', /OpenSSH's own form/],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', /whole/],
    [makeSshKey().privateKey.replace(/\n[^\n]+\n[^\n]+\n-----END/, '\n-----END'), /whole|OpenSSH's own form/],
  ])('a text that is no key is refused: %j', (text, message) => {
    expect(readSshKey(text)).toMatch(message);
  });
});

test('a host key is one line of a known type [R1-31]', () => {
  const key = makeSshKey().publicKey.split(' ').slice(0, 2).join(' ');
  expect(readHostKey(` ${key}\n`)).toBe(key);
  for (const other of ['', `${key}\nother`, `@cert-authority ${key}`, key.replace('ssh-ed25519', 'ssh-dss')])
    expect(readHostKey(other)).toBeUndefined();
});
