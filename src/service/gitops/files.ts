import { randomUUID } from 'node:crypto';
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
} from 'node:fs/promises';

export type GitFiles = {
  promises: {
    readFile(path: string, options?: unknown): Promise<unknown>;
    writeFile(path: string, content: string | Uint8Array): Promise<void>;
    unlink(path: string): Promise<void>;
    readdir(path: string): Promise<string[]>;
    mkdir(path: string): Promise<unknown>;
    rmdir(path: string): Promise<void>;
    stat(path: string): Promise<unknown>;
    lstat(path: string): Promise<unknown>;
    readlink(path: string): Promise<string>;
    symlink(target: string, path: string): Promise<void>;
    rename(from: string, to: string): Promise<void>;
    rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
  };
};

/** Atomic: a killed process leaves no half object and no empty reference. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.new`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

export const diskFiles: GitFiles = {
  promises: {
    readFile: readFile as GitFiles['promises']['readFile'],
    writeFile: writeWhole,
    unlink,
    readdir: (path) => readdir(path),
    mkdir: (path) => mkdir(path),
    rmdir: (path) => rmdir(path),
    stat: (path) => stat(path),
    lstat: (path) => lstat(path),
    readlink: (path) => readlink(path),
    symlink: (target, path) => symlink(target, path),
    rename,
    rm,
  },
};
