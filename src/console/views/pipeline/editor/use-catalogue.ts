import { useMemo } from 'react';
import type { DraftChange } from '../../../../contract/entities/changeset.ts';
import type { Sink, Source } from '../../../../contract/entities/node.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { useAllPages } from '../../../api/use-all-pages.ts';
import { useCall } from '../../../api/use-call.ts';
import { useStore } from '../../../lib/store.ts';
import { collected } from '../../../state/request-draft.ts';
import { useSite } from '../../../state/sites.ts';

const HOUR_MS = 3_600_000;

/** Placeable components, including new ones of the user's draft pull request. */
type Placeable = Pick<Source | Sink, 'id' | 'name' | 'templateId' | 'templateName'> &
  Partial<Pick<Source, 'config' | 'archivalEnabled' | 'archivalSinkId'>>;

export type Catalogue = {
  templates: readonly Template[];
  sources: readonly Placeable[];
  sinks: readonly Placeable[];
  siteVersion: string;
  /** False while a part is still on its way. */
  isWhole: boolean;
};

function listCollected(
  changes: readonly DraftChange[],
  kind: 'SOURCE' | 'SINK',
  templates: readonly Template[],
): Placeable[] {
  return changes
    .filter((one) => one.kind === kind && one.change === 'create')
    .map(({ id, name, templateId }) => {
      const templateName = templates.find((one) => one.id === templateId)?.name ?? templateId;
      return { id, name, templateId, templateName };
    });
}

export function useCatalogue(siteId: string): Catalogue {
  const siteVersion = useSite().version;
  const options = { staleTime: HOUR_MS, isSuppressed: true };
  const query = { query: {} };
  const forSources = useCall('listSourceTemplates', query, options);
  const forSinks = useCall('listSinkTemplates', query, options);
  const forTransforms = useCall('listTransformTemplates', query, options);
  const sources = useAllPages('listSources', { siteIds: [siteId] });
  const sinks = useAllPages('listSinks', { siteIds: [siteId] });
  const changes = useStore(collected);
  const isWhole = ![forSources, forSinks, forTransforms, sources, sinks].some(({ isPending }) => isPending);
  return useMemo(
    () => ({
      templates: [
        ...(forSources.data?.sourceTemplates ?? []),
        ...(forSinks.data?.sinkTemplates ?? []),
        ...(forTransforms.data?.transformTemplates ?? []),
      ],
      sources: [
        ...(sources.data?.sources ?? []),
        ...listCollected(changes, 'SOURCE', forSources.data?.sourceTemplates ?? []),
      ],
      sinks: [
        ...(sinks.data?.sinks ?? []),
        ...listCollected(changes, 'SINK', forSinks.data?.sinkTemplates ?? []),
      ],
      siteVersion,
      isWhole,
    }),
    [
      forSources.data,
      forSinks.data,
      forTransforms.data,
      sources.data,
      sinks.data,
      siteVersion,
      isWhole,
      changes,
    ],
  );
}
