import { useCallback } from 'react';
import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { ErrorEntry } from '../../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { ErrorList } from '../../../parts/errors/ErrorList.tsx';
import { nodeOfComponent } from '../draft-from-graph.ts';

type ErrorsTabProps = { pipeline: Pipeline; draft: Draft; openNode: (componentId: string) => void };

/** The errors of a pipeline (R2.4-56 … R2.4-59); a node is shown in the graph on screen. */
export default function ErrorsTab({ pipeline, draft, openNode }: ErrorsTabProps) {
  const nodeReason = useCallback(
    ({ componentId }: ErrorEntry) =>
      nodeOfComponent(draft, componentId) ? undefined : 'The version on screen does not have this node',
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
