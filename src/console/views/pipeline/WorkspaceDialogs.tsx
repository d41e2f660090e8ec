import { Suspense, useEffect, useState } from 'react';
import { selectDialog, selectIsEditing } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { useStore } from '../../lib/store.ts';
import { handedProposal } from '../../state/handed-proposal.ts';
import { handedStep } from '../../state/handed-step.ts';
import { useShownLocation } from '../../state/location.tsx';
import { collected } from '../../state/request-draft.ts';
import { getCollectedId } from './editor/draft-slot.ts';
import { EditorContext } from './editor/editor-context.ts';
import type { useAdditions } from './editor/use-additions.ts';
import type { Catalogue } from './editor/use-catalogue.ts';
import type { RaisePr } from './editor/use-raise-pr.ts';
import { PreviewDialogs } from './preview/PreviewDialogs.tsx';
import type { History } from './versions/use-history.ts';
import { Restore } from './versions/Versions.tsx';

const newConnection = createLazyCode(async () => ({
  default: (await import('./editor/NewConnectionDialog.tsx')).NewConnectionDialog,
}));
const editorDialogs = createLazyCode(async () => ({
  default: (await import('./editor/EditorDialogs.tsx')).EditorDialogs,
}));

const collectedChange = createLazyCode(() => import('./editor/Collected.tsx'));
const proposed = createLazyCode(() => import('./editor/Proposed.tsx'));
const takenStep = createLazyCode(() => import('./editor/TakenStep.tsx'));
const raisePrDialog = createLazyCode(async () => ({
  default: (await import('./editor/RaisePrDialog.tsx')).RaisePrDialog,
}));

/** Stays mounted to animate closing. */
function RaisePrQuestion({ raising }: { raising: RaisePr }) {
  const isOpen = raising.state !== 'closed';
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const fail = () => {
    setWasOpen(false);
    raising.cancel();
  };
  return (
    <PopupBoundary isOpen={isOpen} onFailed={fail}>
      {wasOpen && <raisePrDialog.Component raising={raising} />}
    </PopupBoundary>
  );
}

type CollectedChangeProps = { siteId: string; pipelineId: string | undefined; catalogue: Catalogue };

function CollectedChange({ siteId, pipelineId, catalogue }: CollectedChangeProps) {
  const { search } = useShownLocation();
  const id = pipelineId ?? getCollectedId(search);
  const isCollected = useStore(collected).some((one) => one.id === id);
  if (id === undefined || !isCollected) return null;
  return (
    <Suspense fallback={null}>
      <collectedChange.Component id={id} siteId={siteId} catalogue={catalogue} />
    </Suspense>
  );
}

type HandedProposalProps = Omit<CollectedChangeProps, 'catalogue'> & { focusNode: (id: string) => void };

function HandedProposal({ siteId, pipelineId, focusNode }: HandedProposalProps) {
  const handed = useStore(handedProposal);
  if (!handed || handed.pipelineId !== pipelineId) return null;
  return (
    <Suspense fallback={null}>
      <proposed.Component siteId={siteId} pipelineId={pipelineId} handed={handed} focusNode={focusNode} />
    </Suspense>
  );
}

function HandedStep({ siteId, pipelineId, catalogue }: CollectedChangeProps) {
  const step = useStore(handedStep);
  // Needs its template, and the node it follows.
  if (!step || step.pipelineId !== pipelineId || catalogue.templates.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <takenStep.Component siteId={siteId} step={step} catalogue={catalogue} />
    </Suspense>
  );
}

/** Stay mounted to animate closing. A question that cannot be shown counts as canceled. */
function Questions() {
  const isAsked = EditorContext.useSelector((now) => selectDialog(now) !== undefined);
  const actor = EditorContext.useActorRef();
  const isEditing = EditorContext.useSelector(selectIsEditing);
  useEffect(() => {
    if (isEditing) void editorDialogs.preload();
  }, [isEditing]);
  const [wasAsked, setAsked] = useState(false);
  if (isAsked && !wasAsked) setAsked(true);
  const fail = () => {
    setAsked(false);
    actor.send({ type: 'dialog.cancel' });
  };
  return (
    <PopupBoundary isOpen={isAsked} onFailed={fail}>
      {wasAsked && <editorDialogs.Component />}
    </PopupBoundary>
  );
}

type WorkspaceDialogsProps = {
  siteId: string;
  raising: RaisePr;
  pipeline: Pipeline | undefined;
  additions: ReturnType<typeof useAdditions>;
  templates: readonly Template[];
  catalogue: Catalogue;
  history: History;
  /** `made` is the version created by the restore. */
  onRestored: (made: number) => void;
  focusNode: (id: string) => void;
};

export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { siteId, raising, pipeline, additions, templates, catalogue, history, onRestored } = props;
  return (
    <>
      <PopupBoundary isOpen={additions.wanted !== undefined} onFailed={() => additions.made(undefined)}>
        {additions.wanted && (
          <newConnection.Component
            kind={additions.wanted.kind}
            templateId={additions.wanted.templateId}
            siteId={siteId}
            onDone={additions.made}
          />
        )}
      </PopupBoundary>
      {pipeline && (
        <Restore pipeline={pipeline} templates={templates} history={history} onRestored={onRestored} />
      )}
      <RaisePrQuestion raising={raising} />
      <CollectedChange siteId={siteId} pipelineId={pipeline?.id} catalogue={catalogue} />
      <HandedProposal siteId={siteId} pipelineId={pipeline?.id} focusNode={props.focusNode} />
      <HandedStep siteId={siteId} pipelineId={pipeline?.id} catalogue={catalogue} />
      <Questions />
      <PreviewDialogs />
    </>
  );
}
