import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signCommit } from './commit-signature.ts';
import { formatMessage } from './commit-style.ts';
import { diskFiles } from './files.ts';
import { makeSshKey } from './follow/ssh-key.ts';
import { openRepository } from './repository.ts';

const MISSING = ['git', 'ssh-keygen'].filter((name) => spawnSync(name, ['--help']).error !== undefined);

describe('the message of a commit', () => {
  const given = {
    message: 'Drop it\n\nNobody reads it.\n\nPull-Request: 12\n',
    author: 'Ann',
    site: 'Paris',
  };
  test.each([
    ['', given.message],
    ['ops: {title}', 'ops: Drop it\n\nPull-Request: 12\n'],
    [
      '{title}\n\n{text}\n\nBy {author} for {site}',
      'Drop it\n\nNobody reads it.\n\nBy Ann for Paris\n\nPull-Request: 12\n',
    ],
    ['{title} {other}', 'Drop it {other}\n\nPull-Request: 12\n'],
  ])('from the template %j', (template, message) => {
    expect(formatMessage(template, given)).toBe(message);
  });
  test('of one line leaves no gap, and a title that names a field stays', () => {
    expect(formatMessage('{title}\n\n{text}\n\nEnd', { ...given, message: 'Say {author}' })).toBe(
      'Say {author}\n\nEnd\n',
    );
  });
});

test.skipIf(MISSING.length > 0)(
  'Git verifies a signed commit, and refuses a changed one [R1-32]',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-signed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const gitdir = join(folder, 'a.git');
    const repository = openRepository(gitdir, diskFiles);
    await repository.create();
    const { privateKey, publicKey } = makeSshKey();
    const commit = (sign: (payload: string) => string) =>
      repository.commit({
        ...{ onto: undefined, parents: [], put: new Map([['a.yaml', 'x: 1\n']]), remove: [] },
        ...{
          message: 'Begin',
          author: { name: 'Ann', email: 'ann@example.org' },
          at: 1_700_000_000_000,
          sign,
        },
      });
    const allowed = join(folder, 'allowed');
    writeFileSync(allowed, `penstock@localhost ${publicKey}\n`);
    const git = ['-C', gitdir, '-c', `gpg.ssh.allowedSignersFile=${allowed}`];
    const verify = (id: string) => spawnSync('git', [...git, 'verify-commit', id], { encoding: 'utf8' });
    const sound = await commit((payload) => signCommit(privateKey, payload));
    expect(verify(sound)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Good "git" signature for penstock@localhost'),
    });
    const forged = await commit((payload) => signCommit(privateKey, `${payload} `));
    expect(verify(forged).status).not.toBe(0);
    execFileSync('git', [...git, 'fsck', '--strict', '--no-dangling'], { stdio: 'ignore' });
  },
);
