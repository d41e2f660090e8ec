import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileRoots, pathRefusal } from '../../schema/file-roots.ts';
import { fileSchema } from '../../sinks/file/schema.ts';
import { findFiles } from '../../sources/file-tail/find-files.ts';
import { isInRoots, requireInRoots } from './real-roots.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'penstock-roots-')));
  root = join(base, 'allowed');
  mkdirSync(join(root, 'logs'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside', 'secret.log'), 'x');
  writeFileSync(join(root, 'logs', 'app.log'), 'x');
  vi.stubEnv('PENSTOCK_FILE_ROOTS', root);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

const problem = (path: string) => fileSchema.safeParse({ path }).error?.issues[0];

describe('the path of a file', () => {
  test('has to be in an allowed folder; refusals name field and rule', () => {
    expect(problem(join(root, 'a/b.log'))).toBeUndefined();
    for (const path of [`${root}/../outside/x`, `${root}x/y.log`, '/etc/passwd', `${root}/a/../../outside/x`])
      expect(problem(path)).toMatchObject({
        path: ['path'],
        params: { rule: 'file_root' },
        message: `must lie in a folder that PENSTOCK_FILE_ROOTS allows: ${root}`,
      });
    expect(pathRefusal(join(root, '..name'))).toBeNull();
  });

  test('is free without sign-in, else below the output folder', () => {
    expect(fileRoots({})).toBeNull();
    expect(fileRoots({ PENSTOCK_AUTH: 'none' })).toBeNull();
    expect(fileRoots({ PENSTOCK_AUTH: 'oidc', PENSTOCK_DATA: '/srv/penstock' })).toEqual([
      '/srv/penstock/output',
    ]);
    expect(fileRoots({ PENSTOCK_AUTH: 'oidc', PENSTOCK_FILE_ROOTS: '/a:/b/' })).toEqual(['/a', '/b']);
  });
});

describe('links', () => {
  test('never lead outside: not as file, as folder, nor made later', async () => {
    symlinkSync(join(base, 'outside'), join(root, 'link'));
    symlinkSync(join(base, 'outside', 'secret.log'), join(root, 'logs', 'file.log'));
    symlinkSync(join(root, 'logs'), join(root, 'inside'));
    for (const path of ['link/secret.log', 'link/new.log', 'link/new/folder/x.log', 'logs/file.log'])
      await expect(requireInRoots(join(root, path)), path).rejects.toThrow('leads out of the folders');
    for (const path of ['inside/app.log', 'new/folder/x.log'])
      expect(await isInRoots(join(root, path))).toBe(true);
  });

  test('and patterns find only what lies in the folders', async () => {
    symlinkSync(join(base, 'outside'), join(root, 'link'));
    const found = async (pattern: string) => (await findFiles(pattern)).map(({ path }) => path);
    expect(await found(`${root}/*/*.log`)).toEqual([join(root, 'logs/app.log')]);
    expect(await found(`${root}/{..,logs}/{outside/secret,app}.log`)).toEqual([join(root, 'logs/app.log')]);
    expect(await found(join(base, 'outside/secret.log'))).toEqual([]);
  });

  test('a folder that is a link itself is allowed by its name', async () => {
    symlinkSync(root, join(base, 'alias'));
    vi.stubEnv('PENSTOCK_FILE_ROOTS', join(base, 'alias'));
    expect(await isInRoots(join(base, 'alias/logs/app.log'))).toBe(true);
    expect(await isInRoots(join(base, 'outside/secret.log'))).toBe(false);
  });
});
