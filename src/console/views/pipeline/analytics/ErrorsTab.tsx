import { useCallback } from 'react';
import type { ErrorEntry } from '../../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { ErrorList } from '../../../components/errors/ErrorList.tsx';
import { findNodeOfComponent } from '../editor/draft-from-graph.ts';

type ErrorsTabProps = { pipeline: Pipeline; draft: Draft; openNode: (componentId: string) => void };

export default function ErrorsTab({ pipeline, draft, openNode }: ErrorsTabProps) {
  const nodeReason = useCallback(
    ({ componentId }: ErrorEntry) =>
      findNodeOfComponent(draft, componentId) ? undefined : 'The version on screen does not have this node',
    [draft],
  );
  const open = useCallback(({ componentId }: ErrorEntry) => openNode(componentId), [openNode]);
  return (
    <ErrorList
      siteId={pipeline.siteId}
      pipelineId={pipeline.id}
      name="pipeline-errors"
      nodeReason={nodeReason}
      openNode={open}
    />
  );
}
