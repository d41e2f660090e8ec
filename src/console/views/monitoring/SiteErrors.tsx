import { useCallback, useEffect, useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { ErrorList } from '../../parts/errors/ErrorList.tsx';

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const canOpen = (): undefined => undefined;

/** The errors of every pipeline of the site (R2.5-01 … R2.5-18). */
export function SiteErrors({ siteId }: { siteId: string }) {
  const pipelines = useAllPages('listPipelines', { siteIds: [siteId] });
  const { data, error } = pipelines;
  // The errors stand without it: they have no name and no link (R8-60, R8-61).
  useEffect(() => {
    if (error) reportApiError(error, { id: 'listPipelines' });
  }, [error]);
  const known = useMemo(() => {
    if (data) return new Map(data.pipelines.map(({ id, name }) => [id, name]));
    return error ? NO_NAMES : undefined;
  }, [data, error]);
  const names = useMemo(() => ({ known }), [known]);
  const openNode = useCallback(
    ({ pipelineId, nodeId }: ErrorEntry) => goTo(paths.pipeline(pipelineId, { site: siteId, node: nodeId })),
    [siteId],
  );
  return (
    <ErrorList siteId={siteId} names={names} name="site-errors" nodeReason={canOpen} openNode={openNode} />
  );
}
