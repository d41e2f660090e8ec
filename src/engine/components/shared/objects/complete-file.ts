import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Includes missing parents. Durable. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Atomic: writes and syncs `unfinished` on the same disk, then renames it. Throws system errors. */
export async function writeWhole(path: string, unfinished: string, bytes: Buffer): Promise<void> {
  await makeFolder(dirname(unfinished));
  await makeFolder(dirname(path));
  const handle = await open(unfinished, 'w', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}
