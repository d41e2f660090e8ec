import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { EditorDialogs } from './editor/EditorDialogs.tsx';
import { NewConnectionDialog } from './editor/NewConnectionDialog.tsx';
import { RaisePrDialog } from './editor/RaisePrDialog.tsx';
import type { useAdditions } from './editor/use-additions.ts';
import type { RaisePr } from './editor/use-raise-pr.ts';
import { PreviewDialogs } from './preview/PreviewDialogs.tsx';
import type { History } from './versions/use-history.ts';
import { Restore } from './versions/Versions.tsx';

type WorkspaceDialogsProps = {
  siteId: string;
  raising: RaisePr;
  pipeline: Pipeline | undefined;
  additions: ReturnType<typeof useAdditions>;
  templates: readonly Template[];
  history: History;
  /** `made` is the version created by the restore. */
  onRestored: (made: number) => void;
};

export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { siteId, raising, pipeline, additions, templates, history, onRestored } = props;
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
      <RaisePrDialog raising={raising} />
      <PreviewDialogs />
    </>
  );
}
