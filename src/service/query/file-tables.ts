import type { AssetSummary, CsvColumnType, CsvSummary } from '../../contract/entities/asset.ts';
import type { FileTable, QueryColumn } from '../../engine/port.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import { SERVICE_TABLES } from './service-tables.ts';
import type { SourceTable } from './tables.ts';

export type UploadedTable = {
  readonly table: FileTable;
  readonly rowCount: number;
  readonly sha256: string;
};

/** Others stay text. */
const TYPES: Partial<Record<CsvColumnType, string>> = { integer: 'BIGINT', number: 'DOUBLE' };

/** SQL ignores case: a later duplicate gets its number appended. */
function nameColumns({ columns }: CsvSummary): QueryColumn[] {
  const taken = new Set<string>();
  return columns.map(({ name: plain, type }, at) => {
    const name = taken.has(plain.toLowerCase()) ? `${plain} (${at + 1})` : plain;
    taken.add(name.toLowerCase());
    return { name, type: TYPES[type] ?? 'VARCHAR' };
  });
}

const readSummary = ({ summary }: AssetRow): AssetSummary => JSON.parse(summary);

/** Lookup tables of the site or of all. A duplicate name gets its id appended. */
export async function listFileTables(
  { services, tx }: { readonly services: Pick<Services, 'content'>; readonly tx: Repositories },
  siteId: string,
  tables: readonly SourceTable[],
): Promise<UploadedTable[]> {
  const { rows } = await tx.assets.list({ siteIds: [siteId], assetTypes: ['LOOK_UP_DATA'] });
  const taken = new Set([...tables, ...SERVICE_TABLES].map(({ name }) => name.toLowerCase()));
  const found: UploadedTable[] = [];
  for (const row of rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const summary = readSummary(row);
    if (summary.kind !== 'csv') continue;
    const name = taken.has(row.name.toLowerCase()) ? `${row.name} (${row.id})` : row.name;
    taken.add(name.toLowerCase());
    const { sha256, size_bytes: sizeBytes } = row;
    found.push({
      table: { name, path: services.content.pathOf(sha256), sizeBytes, columns: nameColumns(summary) },
      rowCount: summary.rowCount,
      sha256,
    });
  }
  return found;
}
