import type { ArchiveTable } from '../../engine/port.ts';
import type { ArchivedSource } from '../log-search/archive-folders.ts';
import { collectPlaces } from '../log-search/archive-folders.ts';

export type SourceTable = ArchiveTable & { readonly archived: ArchivedSource };

/**
 * One table per source, by name. SQL ignores case, so a duplicate gets its id appended.
 * @param taken in lower case
 */
export function nameTables(sources: readonly ArchivedSource[], taken: Iterable<string>): SourceTable[] {
  const names = new Set(taken);
  return sources.map((archived) => {
    const { name: plain, id } = archived.source;
    const name = names.has(plain.toLowerCase()) ? `${plain} (${id})` : plain;
    names.add(name.toLowerCase());
    return { name, folders: collectPlaces([archived]).folders, archived };
  });
}
