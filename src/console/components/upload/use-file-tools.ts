import { useMemo } from 'react';
import { type Asset, type AssetSummary, UPLOAD_TYPES } from '../../../contract/entities/asset.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useShell } from '../../commands/runtime.ts';
import { formatDay, formatExact } from '../../lib/format.ts';
import type { FileTools } from '../widgets/schema-form/schema-form.tsx';
import { openUpload } from './upload-window.ts';

const COLUMNS_SHOWN = 6;

export function summarizeFile(summary: AssetSummary): string {
  switch (summary.kind) {
    case 'csv': {
      const names = summary.columns.slice(0, COLUMNS_SHOWN).map(({ name }) => name);
      const more = summary.columns.length - names.length;
      return `${formatExact(summary.rowCount)} rows of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }
    case 'geoip':
      return `${summary.databaseType} of ${formatDay(summary.builtAt)}`;
    case 'text':
      return `${formatExact(summary.lineCount)} lines`;
    case 'data':
      return 'Bytes';
    case 'secret':
      return 'Sealed';
  }
}

const toFileChoice = ({ name, assetType, summary }: Asset) => ({
  name,
  assetType,
  detail: summarizeFile(summary),
});

export function useFileTools(siteId: string, isNeeded: boolean): FileTools {
  const { site } = useShell();
  const { data, isError } = useAllPages('listAssets', { siteIds: [siteId] }, isNeeded);
  const assets = data?.assets;
  return useMemo(
    () => ({
      // When the list cannot be read, no file is reported as missing.
      files: isError ? undefined : assets?.map(toFileChoice),
      upload: (assetTypes, taken) =>
        openUpload({ types: UPLOAD_TYPES.filter((type) => assetTypes.includes(type)), taken, site }),
    }),
    [assets, isError, site],
  );
}
