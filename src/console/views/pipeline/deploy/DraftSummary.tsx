import { useMemo } from 'react';
import { checkState, selectAllProblems } from '../../../../../machines/pipeline-editor/index.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { DeploySummary } from './DeploySummary.tsx';

export default function DraftSummary() {
  const snapshot = EditorContext.useSelector((now) => now);
  const { draft, pipeline, siteId } = snapshot.context;
  const { name, description } = draft;
  const problems = useMemo(() => selectAllProblems(snapshot), [snapshot]);
  return (
    <DeploySummary
      siteId={siteId}
      pipeline={pipeline && { ...pipeline, name, description }}
      next={draft}
      problems={problems}
      check={checkState(snapshot.context)}
      isOfPreview
    />
  );
}
