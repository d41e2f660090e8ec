import type { ArchiveFile } from './list-folder.ts';

const AHEAD = 8;

/** Prefetches from buckets. Failures surface when the object is read. */
export class FetchAhead {
  readonly #files: readonly ArchiveFile[];
  readonly #canSkip: (file: ArchiveFile) => boolean;
  #reading = 0;
  #looked = 0;

  constructor(files: readonly ArchiveFile[], canSkip: (file: ArchiveFile) => boolean) {
    this.#files = files;
    this.#canSkip = canSkip;
  }

  /** Call before each file is read. */
  next(): void {
    this.#reading++;
    for (; this.#looked < this.#reading + AHEAD && this.#looked < this.#files.length; this.#looked++) {
      const file = this.#files[this.#looked]!;
      if (file.object && !this.#canSkip(file)) file.object.fetch().catch(() => undefined);
    }
  }
}
