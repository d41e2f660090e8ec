import { useMemo } from 'react';
import type { Sink, Source } from '../../../../contract/entities/node.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { useAllPages } from '../../../api/use-all-pages.ts';
import { useCall } from '../../../api/use-call.ts';
import { useSite } from '../../../state/sites.ts';

const HOUR_MS = 3_600_000;

export type Catalogue = {
  templates: readonly Template[];
  sources: readonly Source[];
  sinks: readonly Sink[];
  siteVersion: string;
};

export function useCatalogue(siteId: string): Catalogue {
  const siteVersion = useSite().version;
  const options = { staleTime: HOUR_MS, isSuppressed: true };
  const query = { query: {} };
  const forSources = useCall('listSourceTemplates', query, options);
  const forSinks = useCall('listSinkTemplates', query, options);
  const forTransforms = useCall('listTransformTemplates', query, options);
  const sources = useAllPages('listSources', { siteIds: [siteId] });
  const sinks = useAllPages('listSinks', { siteIds: [siteId] });
  return useMemo(
    () => ({
      templates: [
        ...(forSources.data?.sourceTemplates ?? []),
        ...(forSinks.data?.sinkTemplates ?? []),
        ...(forTransforms.data?.transformTemplates ?? []),
      ],
      sources: sources.data?.sources ?? [],
      sinks: sinks.data?.sinks ?? [],
      siteVersion,
    }),
    [forSources.data, forSinks.data, forTransforms.data, sources.data, sinks.data, siteVersion],
  );
}
