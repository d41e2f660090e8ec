import { stat } from 'node:fs/promises';
import type { PlanFile } from '../../../types/plan.ts';
import { ComponentError } from '../../types.ts';

const gone = ({ name }: PlanFile): ComponentError =>
  new ComponentError({
    errorName: 'FileMissing',
    message: `The content of the file '${name}' is not in the data folder, or not whole`,
    causes: [
      'The data folder was restored without its folder files/',
      'Something outside changed that folder',
    ],
    resolutions: [`Replace '${name}' under Settings, Files`],
  });

export function requireFile(files: Readonly<Record<string, PlanFile>>, setting: string): PlanFile {
  const file = files[setting];
  if (file) return file;
  throw new ComponentError({
    errorName: 'FileMissing',
    message: 'The file is missing',
    causes: ['It was deleted, or belongs to another site'],
    resolutions: ['Upload it under Settings, Files, or choose another one'],
  });
}

/**
 * File contents shared by the nodes of an engine: read once, cached while in use. New content always has a
 * new path.
 */
export class SharedFiles<T extends object> {
  readonly #read: (file: PlanFile) => Promise<T>;
  readonly #known = new Map<string, WeakRef<T>>();
  readonly #reading = new Map<string, Promise<T>>();

  constructor(read: (file: PlanFile) => Promise<T>) {
    this.#read = read;
  }

  /** @throws ComponentError */
  async get(file: PlanFile): Promise<T> {
    const known = this.#known.get(file.path)?.deref();
    if (known) return known;
    const reading = this.#reading.get(file.path) ?? this.#start(file);
    return reading;
  }

  #start(file: PlanFile): Promise<T> {
    const reading = this.#readNow(file).finally(() => this.#reading.delete(file.path));
    this.#reading.set(file.path, reading);
    return reading;
  }

  async #readNow(file: PlanFile): Promise<T> {
    for (const [path, held] of this.#known) if (!held.deref()) this.#known.delete(path);
    const found = await stat(file.path).catch(() => undefined);
    if (found?.size !== file.sizeBytes) throw gone(file);
    const content = await this.#read(file);
    this.#known.set(file.path, new WeakRef(content));
    return content;
  }
}
