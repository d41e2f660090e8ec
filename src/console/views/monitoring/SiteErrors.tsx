import { useCallback, useEffect, useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { ErrorList } from '../../components/errors/ErrorList.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const canOpen = (): undefined => undefined;

export function SiteErrors({ siteId }: { siteId: string }) {
  const pipelines = useAllPages('listPipelines', { siteIds: [siteId] });
  const { data, error } = pipelines;
  // Without it errors are listed without name and link.
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
