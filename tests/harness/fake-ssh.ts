import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readSshKey } from '../../src/service/gitops/follow/ssh-key.ts';

/** Runs what a server would run, here, and looks at host key and key as `ssh` and a server do. */
const PROGRAM = (folder: string) => `#!/bin/sh
folder='${folder}'
known= check= key= pubkey=yes last=
for word in "$@"; do
  case "$last" in -i) key=$word ;; esac
  case "$word" in
    UserKnownHostsFile=*) known=\${word#*=} ;;
    StrictHostKeyChecking=*) check=\${word#*=} ;;
    PubkeyAuthentication=*) pubkey=\${word#*=} ;;
  esac
  last=$word
done
printf '%s\\n' "$*" >> "$folder/asked"
env >> "$folder/asked"
[ -f "$folder/says" ] && { cat "$folder/says" >&2; exit 255; }
shown=$(cat "$folder/host-key")
if [ "$check" = accept-new ]; then
  printf 'penstock %s\\n' "$shown" > "$known"
elif ! grep -qxF "penstock $shown" "$known"; then
  echo 'Host key verification failed.' >&2; exit 255
fi
if [ "$pubkey" != yes ] || ! cmp -s "$key" "$folder/allowed"; then
  echo 'git@localhost: Permission denied (publickey).' >&2; exit 255
fi
command=\${last%% *}
exec "$command" "$folder/served.git"
`;

export const HOST_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEZha2VIb3N0S2V5T2ZBVGVzdFNlcnZlckZvclNzaDEy';

export type FakeSsh = {
  /** To be put in place of that of the process. */
  path: string;
  url: string;
  /** What it was started with, and its environment. */
  readAsked(): string;
  allow(privateKey: string): void;
  showHostKey(key: string): void;
  /** What it ends with in place of connecting. */
  fail(says: string | undefined): void;
  /** Of the served repository. */
  git(...parameters: string[]): string;
  /** Commits files to main, as someone else would. */
  push(files: Readonly<Record<string, string>>, message: string): string;
};

export const hasGit = (): boolean => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A program `ssh` that leads to a repository in the folder: it needs `git`, and no server. */
export function startFakeSsh(folder: string): FakeSsh {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'ssh'), PROGRAM(folder));
  chmodSync(join(programs, 'ssh'), 0o755);
  writeFileSync(join(folder, 'host-key'), HOST_KEY);
  const work = join(folder, 'work');
  const run = (at: string, ...parameters: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...parameters], {
      cwd: at,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  run(folder, 'init', '-q', '--bare', '-b', 'main', 'served.git');
  run(folder, 'clone', '-q', 'served.git', 'work');
  return {
    path: `${programs}${delimiter}${process.env.PATH}`,
    url: 'git@127.0.0.1:team/pipelines.git',
    readAsked: () => (existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8') : ''),
    allow: (privateKey) => {
      const key = readSshKey(privateKey);
      if (typeof key === 'string') throw new Error(key);
      writeFileSync(join(folder, 'allowed'), key.privateKey);
    },
    showHostKey: (key) => writeFileSync(join(folder, 'host-key'), key),
    fail: (says) => {
      if (says !== undefined) writeFileSync(join(folder, 'says'), says);
      else execFileSync('rm', ['-f', join(folder, 'says')]);
    },
    git: (...parameters) => run(join(folder, 'served.git'), ...parameters),
    push: (files, message) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(work, path, '..'), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      run(work, 'add', '-A');
      run(work, 'commit', '-qm', message);
      run(work, 'push', '-q', 'origin', 'HEAD:main');
      return run(work, 'rev-parse', 'HEAD');
    },
  };
}
