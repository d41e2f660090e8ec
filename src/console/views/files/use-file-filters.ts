import { useMemo } from 'react';
import { type FilterBarDefinition, isShown } from '../../../../machines/filter-bar/index.ts';
import { ASSET_TYPE_NAMES, type Asset, UPLOAD_TYPES } from '../../../contract/entities/asset.ts';
import { useFilterBar } from '../../actors/filter-bar.ts';
import type { FilterFacts } from '../../parts/list-filters/filter-facts.ts';

const BAR: FilterBarDefinition = {
  id: 'files',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [{ id: 'type', kind: 'multi', values: [...UPLOAD_TYPES], default: 'all' }],
};

/** The filter of the files by type, and which pass it. */
export function useFileFilters(siteId: string, files: readonly Asset[]) {
  const bar = useFilterBar(BAR, { siteId });
  const filters = useMemo<FilterFacts[]>(
    () => [
      {
        id: 'type',
        label: 'Type',
        kind: 'multi',
        options: UPLOAD_TYPES.map((type) => ({
          value: type,
          label: ASSET_TYPE_NAMES[type],
          count: files.filter(({ assetType }) => assetType === type).length,
        })),
      },
    ],
    [files],
  );
  const passes = useMemo(() => {
    const type = bar.selection('type') ?? 'all';
    return (file: Asset): boolean => isShown(type, file.assetType);
  }, [bar]);
  return { bar, filters, passes };
}
