import { useMemo } from 'react';
import { checkState, selectAllProblems } from '../../../../../machines/pipeline-editor/index.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { toPreviewGraph } from '../preview/preview-graph.ts';
import { DeploySummary } from './DeploySummary.tsx';
import { useDeployTests } from './use-deploy-tests.ts';

export default function DraftSummary() {
  const snapshot = EditorContext.useSelector((now) => now);
  const { draft, pipeline, siteId } = snapshot.context;
  const { name, description } = draft;
  const problems = useMemo(() => selectAllProblems(snapshot), [snapshot]);
  const check = checkState(snapshot.context);
  const isWaiting = problems.length === 0 && check === 'asking';
  const graph = useMemo(() => toPreviewGraph(draft), [draft]);
  const canRun = problems.length === 0 && !isWaiting;
  const tests = useDeployTests(pipeline?.id, canRun ? { graph } : undefined, isWaiting);
  return (
    <DeploySummary
      siteId={siteId}
      pipeline={pipeline && { ...pipeline, name, description }}
      next={draft}
      problems={problems}
      check={check}
      isOfPreview
      tests={tests}
    />
  );
}
