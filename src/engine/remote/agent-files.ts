import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ASSET_MAX_BYTES } from '../../contract/entities/asset.ts';
import type { PipelinePlan } from '../types/plan.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';
import { damagedFile, unfitFile } from './problems.ts';

export type SentFile = { sha256: string; sizeBytes: number };

export type FileOrder = Extract<RemoteOrder, { kind: 'file' | 'file.part' }>;

const CONTENT_NAME = /^[0-9a-f]{64}$/;
const KEPT_NAME = /^([0-9a-f]{64})(\.part)?$/;
const MAX_BYTES = Math.max(...Object.values(ASSET_MAX_BYTES));

const readSize = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Uploaded files of a remote engine, each under its SHA-256 in `files/` (mode 0600), so no user-chosen name
 * becomes a path. Partial transfers survive a disconnect.
 */
export class AgentFiles {
  readonly #folder: string;
  /** Announced by the service, perhaps before any plan uses them. */
  readonly #expected = new Set<string>();
  /** Two plans may wait for one file. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'files');
  }

  /**
   * Bytes of the file stored so far.
   * @throws EngineError
   */
  has(file: SentFile): Promise<number> {
    return this.#alone(() => this.#has(file));
  }

  /** Appends a piece if it continues the file. Answers like `has`. */
  take(file: SentFile, offset: number, piece: Buffer): Promise<number> {
    return this.#alone(() => this.#take(file, offset, piece));
  }

  async #has({ sha256, sizeBytes }: SentFile): Promise<number> {
    const path = this.#pathOf(sha256);
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0 || sizeBytes > MAX_BYTES)
      throw new EngineError(unfitFile(`a file of ${sizeBytes} bytes is over the limit of ${MAX_BYTES}`));
    this.#expected.add(sha256);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if ((await readSize(path)) === sizeBytes) return sizeBytes;
    const part = (await readSize(`${path}.part`)) ?? 0;
    if (part < sizeBytes) return part;
    await rm(`${path}.part`, { force: true });
    return 0;
  }

  async #take(file: SentFile, offset: number, piece: Buffer): Promise<number> {
    const { sha256, sizeBytes } = file;
    const there = await this.#has(file);
    if (there !== offset || piece.length === 0) return there;
    const path = this.#pathOf(sha256);
    if (offset + piece.length > sizeBytes)
      throw new EngineError(unfitFile('more bytes arrived than were announced'));
    const handle = await open(`${path}.part`, 'a', 0o600);
    try {
      await handle.writeFile(piece);
      if (offset + piece.length === sizeBytes) await handle.sync();
    } finally {
      await handle.close();
    }
    if (offset + piece.length < sizeBytes) return offset + piece.length;
    if ((await checksumOf(`${path}.part`)) !== sha256) {
      await rm(`${path}.part`, { force: true });
      throw new EngineError(damagedFile());
    }
    await rename(`${path}.part`, path);
    return sizeBytes;
  }

  async answer(order: FileOrder, problemOf: (error: unknown) => EngineProblem): Promise<RemoteNotice> {
    const { call } = order;
    const work = () =>
      order.kind === 'file'
        ? this.has(order)
        : this.take(order, order.offset, Buffer.from(order.data, 'base64'));
    try {
      return { kind: 'file.at', call, bytes: await work() };
    } catch (error) {
      return { kind: 'file.at', call, bytes: 0, problem: problemOf(error) };
    }
  }

  /**
   * The plan with local file paths.
   * @throws EngineError
   */
  placed(plan: PipelinePlan): PipelinePlan {
    const nodes = plan.nodes.map((node) => {
      if (!node.files) return node;
      const files = Object.entries(node.files).map(([field, file]) => [
        field,
        { ...file, path: this.#pathOf(file.sha256) },
      ]);
      return { ...node, files: Object.fromEntries(files) };
    });
    return { ...plan, nodes };
  }

  /** Removes files no plan uses, except ones being sent. */
  sweep(plans: readonly PipelinePlan[]): Promise<void> {
    return this.#alone(() => this.#sweep(plans));
  }

  async #sweep(plans: readonly PipelinePlan[]): Promise<void> {
    const named = new Set(
      plans.flatMap(({ nodes }) =>
        nodes.flatMap(({ files }) => Object.values(files ?? {}).map(({ sha256 }) => sha256)),
      ),
    );
    for (const sha256 of named) this.#expected.delete(sha256);
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const sha256 = KEPT_NAME.exec(name)?.[1];
      if (sha256 === undefined || named.has(sha256) || this.#expected.has(sha256)) continue;
      await rm(join(this.#folder, name), { force: true });
    }
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #pathOf(sha256: string): string {
    if (!CONTENT_NAME.test(sha256)) throw new EngineError(unfitFile('its SHA-256 is missing'));
    return join(this.#folder, sha256);
  }
}
