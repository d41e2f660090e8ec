import type { ArchiveFile } from './list-folder.ts';

/** Objects of buckets that are fetched while one is read. */
const AHEAD = 8;

/** Fetches from buckets what is read next. What fails is found when it is read. */
export class FetchAhead {
  readonly #files: readonly ArchiveFile[];
  readonly #canSkip: (file: ArchiveFile) => boolean;
  #reading = 0;
  #looked = 0;

  constructor(files: readonly ArchiveFile[], canSkip: (file: ArchiveFile) => boolean) {
    this.#files = files;
    this.#canSkip = canSkip;
  }

  /** Before each file is read. */
  next(): void {
    this.#reading++;
    for (; this.#looked < this.#reading + AHEAD && this.#looked < this.#files.length; this.#looked++) {
      const file = this.#files[this.#looked]!;
      if (file.object && !this.#canSkip(file)) file.object.fetch().catch(() => undefined);
    }
  }
}
