import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';

const NONE: readonly string[] = [];

/** Names of the site's other pipelines of type user or hydration. */
export function useTakenNames(siteId: string, ownId: string | undefined): readonly string[] {
  const names = useCall(
    'listPipelineNames',
    { query: { siteIds: [siteId], types: ['USER', 'HYDRATION'] } },
    { isSuppressed: true },
  );
  return useMemo(
    () =>
      names.data?.sitePipelineNames
        .filter((site) => site.siteId === siteId)
        .flatMap((site) => site.pipelineNames)
        .filter((one) => one.id !== ownId)
        .map((one) => one.name) ?? NONE,
    [names.data, siteId, ownId],
  );
}
