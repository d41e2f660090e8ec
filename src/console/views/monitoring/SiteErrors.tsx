import { useCallback, useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { ErrorList } from '../../parts/errors/ErrorList.tsx';

const canOpen = (): undefined => undefined;

/** The errors of every pipeline of the site (R2.5-01 … R2.5-18). */
export function SiteErrors({ siteId }: { siteId: string }) {
  const pipelines = useAllPages('listPipelines', { siteIds: [siteId] });
  const known = useMemo(
    () => pipelines.data && new Map(pipelines.data.pipelines.map(({ id, name }) => [id, name])),
    [pipelines.data],
  );
  const names = useMemo(() => ({ known }), [known]);
  const openNode = useCallback(
    ({ pipelineId, nodeId }: ErrorEntry) => goTo(paths.pipeline(pipelineId, { site: siteId, node: nodeId })),
    [siteId],
  );
  return (
    <ErrorList siteId={siteId} names={names} name="site-errors" nodeReason={canOpen} openNode={openNode} />
  );
}
