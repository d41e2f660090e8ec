import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkpoint } from '../components/types.ts';
import { isDiskFull, type Reserve } from './reserve.ts';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const handle = await open(`${path}.new`, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

/** A source's checkpoint in `checkpoints/<sourceId>`. Saves during a running save are merged. */
export class FileCheckpoint implements Checkpoint {
  readonly #path: string;
  readonly #reserve: Reserve;
  #latest = '';
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(folder: string, sourceId: string, reserve: Reserve) {
    this.#reserve = reserve;
    this.#path = join(folder, sourceId);
  }

  async load(): Promise<string | null> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  save(text: string): Promise<void> {
    this.#latest = text;
    if (!this.#running) return this.#write();
    this.#next ??= this.#running.then(
      () => this.#write(),
      () => this.#write(),
    );
    return this.#next;
  }

  #write(): Promise<void> {
    this.#next = null;
    const writing = this.#replace(this.#latest).finally(() => {
      if (this.#running === writing) this.#running = null;
    });
    this.#running = writing;
    return writing;
  }

  /** Retries with the reserve's room: unsaved positions are read again after a restart. */
  async #replace(text: string): Promise<void> {
    try {
      await replaceFile(this.#path, text);
    } catch (error) {
      this.#reserve.giveUp(error);
      if (!isDiskFull(error)) throw error;
      await replaceFile(this.#path, text);
    }
  }
}
