import { useMemo } from 'react';
import { type Asset, type AssetSummary, UPLOAD_TYPES } from '../../../contract/entities/asset.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { formatDay, formatExact } from '../../widgets/format.ts';
import type { FileTools } from '../../widgets/schema-form/schema-form.tsx';
import { openUpload } from './upload-window.ts';

const COLUMNS_SHOWN = 6;

/** What is in a file, in a few words. */
export function summaryText(summary: AssetSummary): string {
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

const choiceOf = ({ name, assetType, summary }: Asset) => ({
  name,
  assetType,
  detail: summaryText(summary),
});

/** The files of a site for the fields that name one, and the way to upload another in place. */
export function useFileTools(siteId: string, isNeeded: boolean): FileTools {
  const { data, isError } = useAllPages('listAssets', { siteIds: [siteId] }, isNeeded);
  const assets = data?.assets;
  return useMemo(
    () => ({
      // A list that cannot be read calls no file missing.
      files: isError ? undefined : assets?.map(choiceOf),
      upload: (assetTypes, taken) =>
        openUpload({ types: UPLOAD_TYPES.filter((type) => assetTypes.includes(type)), taken }),
    }),
    [assets, isError],
  );
}
