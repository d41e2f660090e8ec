import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type DraftProblem,
  type EditorEvent,
  selectAllProblems,
  selectDraft,
  selectIsEditing,
} from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { useShownLocation } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import type { GraphHandle } from '../../widgets/graph/types.ts';
import { tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import { deploymentScheduled } from './action-actor.ts';
import { nodeOfComponent } from './draft-from-graph.ts';
import { EditorContext } from './editor-context.ts';
import { FindBar } from './FindBar.tsx';
import { NodePanel } from './NodePanel.tsx';
import { OtherTab } from './OtherTab.tsx';
import { pageOf } from './page-of.ts';
import * as css from './pipeline.css.ts';
import { PreviewContext } from './preview/preview-context.ts';
import { usePreview } from './preview/use-preview.ts';
import { WithPreview } from './preview/WithPreview.tsx';
import { enterPanel } from './SidePanel.tsx';
import { Structure } from './Structure.tsx';
import { useAddress } from './use-address.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useDraftStore } from './use-draft-store.ts';
import { useEditorSync } from './use-editor-sync.ts';
import { useFind } from './use-find.ts';
import { useFlow } from './use-flow.ts';
import { useGraphCursor } from './use-graph-cursor.ts';
import { useGraphEdits } from './use-graph-edits.ts';
import { useGraphView } from './use-graph-view.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useOthersSaves } from './use-others-saves.ts';
import { usePipelineTab } from './use-pipeline-tab.ts';
import { useProblems } from './use-problems.ts';
import { usePublishGraph } from './use-publish-graph.ts';
import { useShownVersion } from './use-shown-version.ts';
import { useHistory } from './versions/use-history.ts';
import { Versions } from './versions/Versions.tsx';
import { WorkspaceDialogs } from './WorkspaceDialogs.tsx';
import { WorkspaceHead } from './WorkspaceHead.tsx';
import './scope.ts';

export type Stored = {
  pipeline: Pipeline;
  isError: boolean;
  /** Milliseconds of the last answer; it may be the same as the one before. */
  readAt: number;
  refetch: () => void;
};

type WorkspaceProps = {
  siteId: string;
  /** Undefined while the pipeline does not exist yet. */
  stored: Stored | undefined;
  initialVersion: number | undefined;
};

const nothing = () => undefined;
const NO_PROBLEMS: readonly DraftProblem[] = [];

/** One pipeline on screen: head, figures, graph, panel, and the editor's flow through all of it. */
export function Workspace({ siteId, stored, initialVersion }: WorkspaceProps) {
  const pipeline = stored?.pipeline;
  const actor = EditorContext.useActorRef();
  const snapshot = EditorContext.useSelector((now) => now);
  const isEditing = selectIsEditing(snapshot);
  const draft = selectDraft(snapshot);
  const problems = useMemo(() => selectAllProblems(snapshot), [snapshot]);
  const { search } = useShownLocation();
  const [asked] = useState(() => new URLSearchParams(search));
  const [unit, setUnit] = useState<'bytes' | 'events'>('bytes');
  const [isOutline, setOutline] = useState(false);
  const handle = useRef<GraphHandle>(null);

  const version = useShownVersion(stored, isEditing, initialVersion);
  const catalogue = useCatalogue(siteId);
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const { tab, showTab } = usePipelineTab(hasRun);
  const isOverview = isEditing || tab === 'overview';
  const history = useHistory(pipeline !== undefined && isOverview);
  const flow = useFlow(siteId, hasRun ? pipeline?.id : undefined, unit, isOverview);
  const cursor = useGraphCursor(draft, asked.get('node') ?? undefined);
  const send = useCallback((event: EditorEvent) => actor.send(event), [actor]);
  const edits = useGraphEdits(catalogue, cursor, {
    handle,
    isOutline,
  });
  const { edit, additions, focusNode } = edits;

  useKeptFocus(isOverview ? `${isEditing} ${history.isOpen}` : '', isOverview ? edits.focusCursor : nothing);

  const clearChoice = version.clear;
  const storedId = pipeline?.id;
  const onSaved = useCallback(
    (kind: 'draft' | 'deploy' | 'force') => {
      clearChoice();
      if (storedId !== undefined && kind !== 'draft') deploymentScheduled(storedId);
    },
    [clearChoice, storedId],
  );
  useEditorSync({
    siteId,
    pipeline,
    shown: version.shown,
    onSaved,
    onEnded: version.clear,
    refetch: stored?.refetch ?? nothing,
  });
  useDraftStore(siteId, pipeline?.id);
  useLeaveGuard();
  const noteOwn = useOthersSaves(pipeline?.id, version.chosen !== undefined);
  useAddress(pipeline?.id, { isEditing, tab, version: version.chosen, node: cursor.openedComponent });
  usePage(...pageOf(pipeline, isEditing, tab));

  const toggles = useMemo(
    () => ({
      toggleUnit: () => setUnit((now) => (now === 'bytes' ? 'events' : 'bytes')),
      toggleOutline: () => setOutline((now) => !now),
    }),
    [],
  );
  const open = cursor.open;
  const openComponent = useCallback(
    (componentId: string) => {
      const node = nodeOfComponent(draft, componentId);
      showTab('overview');
      if (node) open(node.id);
    },
    [draft, open, showTab],
  );
  const { lead, goToProblem } = useProblems(cursor.openedNode?.id, open, focusNode);

  usePublishScope('pipeline', {
    pipeline,
    snapshot,
    send,
    versions: version.versions,
    shownVersion: snapshot.context.shownVersion,
    chooseVersion: version.choose,
    unit,
    toggleUnit: toggles.toggleUnit,
    tab: isEditing ? undefined : tab,
    showTab,
  });
  usePublishScope(
    'pipeline.structure',
    isOverview ? { isOutline, toggleOutline: toggles.toggleOutline } : undefined,
  );
  usePublishScope('pipeline.edit', isEditing ? { snapshot, send: edit, goToProblem } : undefined);
  const view = useGraphView({
    draft,
    base: isEditing && pipeline ? snapshot.context.base : undefined,
    problems: isEditing ? problems : NO_PROBLEMS,
    flows: flow.flows,
    unit,
    errors: flow.errors,
    templates: catalogue.templates,
    health: flow.health,
  });
  const finder = useFind(view.nodes);
  usePublishGraph({ draft, snapshot, cursor, edits, find: finder.open });
  const preview = usePreview({
    siteId,
    pipelineId: pipeline?.id,
    hasRun,
    draft,
    openedId: cursor.openedNode?.id,
    cursorId: cursor.cursorId,
    openNode: open,
    focusNode,
    isShown: isOverview,
  });
  const panel = useRef<HTMLElement>(null);
  /** One thing at a time stands beside the graph. */
  const openFromGraph = (id: string) => {
    if (history.isOpen) history.close();
    open(id);
  };
  const [chooseVersion, refetch] = [version.choose, stored?.refetch];
  const onRestored = useCallback(
    (made: number) => {
      noteOwn(made);
      refetch?.();
      chooseVersion(made);
    },
    [refetch, chooseVersion, noteOwn],
  );

  return (
    <PreviewContext value={preview}>
      <div className={css.page}>
        <WorkspaceHead
          stored={stored}
          draft={draft}
          version={version}
          flow={flow}
          unit={unit}
          tab={tab}
          showTab={showTab}
        />
        {pipeline && !isEditing && tab !== 'overview' ? (
          <OtherTab
            tab={tab}
            pipeline={pipeline}
            draft={draft}
            catalogue={catalogue}
            openNode={openComponent}
          />
        ) : (
          <div className={css.body} {...(pipeline && !isEditing ? tabPanelProps('overview') : {})}>
            {!history.compared && (
              <WithPreview>
                <Structure
                  view={view}
                  pipeline={pipeline}
                  isEditing={isEditing}
                  isOutline={isOutline}
                  isCompact={isEditing || cursor.openedNode !== undefined}
                  unit={unit}
                  openId={cursor.openedNode?.id}
                  selectedIds={cursor.pickedIds}
                  matchedIds={finder.matchedIds}
                  predicted={preview.predicted}
                  finder={
                    finder.find && (
                      <FindBar
                        find={finder.find}
                        handle={handle}
                        onDone={(id) => handle.current?.focus(id ?? cursor.cursorId)}
                      />
                    )
                  }
                  handle={handle}
                  onCursor={cursor.moveTo}
                  onOpen={openFromGraph}
                  onEnter={() => enterPanel(panel.current)}
                  onBack={history.isOpen ? history.close : cursor.openedNode && (() => open(undefined))}
                />
              </WithPreview>
            )}
            {pipeline && history.isOpen && (
              <Versions
                pipeline={pipeline}
                draft={draft}
                list={version.list}
                shownVersion={snapshot.context.shownVersion}
                templates={catalogue.templates}
                isOutline={isOutline}
                history={history}
              />
            )}
            {!history.isOpen && cursor.openedNode && (
              <NodePanel
                ref={panel}
                draft={draft}
                node={cursor.openedNode}
                openedKey={cursor.openedKey}
                isEditing={isEditing}
                catalogue={catalogue}
                flow={flow}
                siteId={siteId}
                runningId={hasRun ? pipeline?.id : undefined}
                lead={lead}
                onClose={() => {
                  const id = cursor.openedNode?.id;
                  open(undefined);
                  handle.current?.focus(id);
                }}
              />
            )}
          </div>
        )}
        <WorkspaceDialogs
          siteId={siteId}
          pipeline={pipeline}
          additions={additions}
          templates={catalogue.templates}
          history={history}
          onRestored={onRestored}
        />
      </div>
    </PreviewContext>
  );
}
