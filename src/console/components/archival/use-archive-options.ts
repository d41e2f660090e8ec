import { useMemo } from 'react';
import { USAGE_TYPES } from '../../../contract/enums.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useNodePipelines } from '../../api/use-node-pipelines.ts';
import { type ArchiveOption, listArchiveOptions } from './archive-options.ts';

const QUIET = { isSuppressed: true, keepPrevious: true };
const NONE: readonly ArchiveOption[] = [];

/** Empty while loading. */
export function useArchiveOptions(siteId: string): readonly ArchiveOption[] {
  const sinks = useAllPages('listSinks', { siteIds: [siteId], usageTypes: [...USAGE_TYPES] }).data?.sinks;
  const templates = useCall('listSinkTemplates', { query: {} }, QUIET).data?.sinkTemplates;
  const nodeIds = useMemo(() => sinks?.map(({ id }) => id) ?? [], [sinks]);
  const used = useNodePipelines(nodeIds);
  return useMemo(
    () => (sinks && templates && used ? listArchiveOptions(sinks, templates, used) : NONE),
    [sinks, templates, used],
  );
}
