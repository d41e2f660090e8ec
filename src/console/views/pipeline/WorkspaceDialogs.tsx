import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { EditorDialogs } from './EditorDialogs.tsx';
import { NewConnectionDialog } from './NewConnectionDialog.tsx';
import { PreviewDialogs } from './preview/PreviewDialogs.tsx';
import type { useAdditions } from './use-additions.ts';
import type { History } from './versions/use-history.ts';
import { Restore } from './versions/Versions.tsx';

type WorkspaceDialogsProps = {
  siteId: string;
  pipeline: Pipeline | undefined;
  additions: ReturnType<typeof useAdditions>;
  templates: readonly Template[];
  history: History;
  /** Is given the version that a restored one became. */
  onRestored: (made: number) => void;
};

/** Every dialog of a pipeline's screen. */
export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { siteId, pipeline, additions, templates, history, onRestored } = props;
  return (
    <>
      {additions.wanted && (
        <NewConnectionDialog
          kind={additions.wanted.kind}
          templateId={additions.wanted.templateId}
          siteId={siteId}
          onDone={additions.made}
        />
      )}
      {pipeline && (
        <Restore pipeline={pipeline} templates={templates} history={history} onRestored={onRestored} />
      )}
      <EditorDialogs />
      <PreviewDialogs />
    </>
  );
}
