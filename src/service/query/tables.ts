import type { ArchiveTable } from '../../engine/port.ts';
import type { ArchivedSource } from '../log-search/archive-folders.ts';
import { collectPlaces } from '../log-search/archive-folders.ts';

export type SourceTable = ArchiveTable & { readonly archived: ArchivedSource };

/**
 * A table for each source, by its name. Names of tables do not tell capitals from small letters, so the id is added
 * to one that is taken.
 * @param taken in small letters
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
