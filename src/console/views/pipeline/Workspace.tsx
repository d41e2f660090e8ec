import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type EditorEvent,
  selectAllProblems,
  selectDraft,
  selectIsEditing,
} from '../../../../machines/pipeline-editor/index.ts';
import type { DraftProblem } from '../../../graph/validate.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import type { GraphHandle } from '../../components/widgets/graph/types.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { buildTabPanelProps } from '../../components/widgets/tabs/tab-panel.ts';
import { focusContent, focusContentWhenThere } from '../../lib/focus-content.ts';
import { changeQuery } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { DeploymentWatch } from './deploy/DeploymentWatch.tsx';
import { DeployVersion } from './deploy/DeployVersion.tsx';
import { Lifecycle } from './deploy/Lifecycle.tsx';
import { notifyDeploymentScheduled } from './deploy/request-action.ts';
import { findNodeOfComponent } from './editor/draft-from-graph.ts';
import { EditHeader } from './editor/EditHeader.tsx';
import { EditorsBadge } from './editor/EditorsBadge.tsx';
import { EditorContext } from './editor/editor-context.ts';
import { useCatalogue } from './editor/use-catalogue.ts';
import { useDraftStore } from './editor/use-draft-store.ts';
import { useEditorSync } from './editor/use-editor-sync.ts';
import { useGraphEdits } from './editor/use-graph-edits.ts';
import { useLeaveGuard } from './editor/use-leave-guard.ts';
import { useOthersSaves } from './editor/use-others-saves.ts';
import { useProblems } from './editor/use-problems.ts';
import { useRaisePr } from './editor/use-raise-pr.ts';
import { FindBar } from './graph/FindBar.tsx';
import { Structure } from './graph/Structure.tsx';
import { useFind } from './graph/use-find.ts';
import { useGraphCursor } from './graph/use-graph-cursor.ts';
import { useGraphView } from './graph/use-graph-view.ts';
import { useKeptFocus } from './graph/use-kept-focus.ts';
import { notifyProposed, useProposedGraph } from './graph/use-proposed-graph.ts';
import { usePublishGraph } from './graph/use-publish-graph.ts';
import { OtherTab } from './OtherTab.tsx';
import * as css from './pipeline.css.ts';
import { PreviewContext } from './preview/preview-context.ts';
import { usePreview } from './preview/use-preview.ts';
import { WithPreview } from './preview/WithPreview.tsx';
import { enterPanel } from './SidePanel.tsx';
import type { EditorActor, ShownPipeline } from './shown-pipeline.ts';
import { withSaved } from './stored-pipeline.ts';
import { getTabView, type PipelineTab } from './tabs.ts';
import { useSaidMode } from './use-said-mode.ts';
import { useHistory } from './versions/use-history.ts';
import { Versions } from './versions/Versions.tsx';
import { WorkspaceDialogs } from './WorkspaceDialogs.tsx';
import './scope.ts';

type Shown = {
  isEditing: boolean;
  tab: PipelineTab;
  version: number | undefined;
  node: string | undefined;
};

/** Keeps other query parameters. `mode=edit` starts editing. */
function useAddress(pipelineId: string | undefined, { isEditing, tab, version, node }: Shown): void {
  const actor = EditorContext.useActorRef();
  const { path, search } = useShownLocation();
  const [wantsEditing] = useState(() => new URLSearchParams(search).get('mode') === 'edit');

  useEffect(() => {
    if (wantsEditing) actor.send({ type: 'edit.start' });
  }, [actor, wantsEditing]);

  const mode = isEditing ? 'edit' : undefined;
  const view = getTabView(tab);
  const shownNode = node?.startsWith('new-') ? undefined : node;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` tells that the address is another one
  useEffect(() => {
    if (pipelineId === undefined || window.location.pathname !== path) return;
    const said = new URLSearchParams(window.location.search);
    const facts = {
      view,
      mode,
      version: version === undefined ? undefined : String(version),
      node: shownNode,
    };
    if (Object.entries(facts).every(([name, value]) => (said.get(name) ?? undefined) === value)) return;
    goTo(`${path}${changeQuery(window.location.search, facts)}`, { replace: true });
  }, [pipelineId, path, search, view, mode, version, shownNode]);
}

// Lazy-loaded: its forms are as much code as the rest of the screen.
const { Component: NodePanel, preload: preloadPanel } = createLazyCode(async () => ({
  default: (await import('./node/NodePanel.tsx')).NodePanel,
}));

const loadPanel = () => void preloadPanel();

/** Runs once its siblings are drawn. */
function AfterDrawn({ run }: { run: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is drawn
  useLayoutEffect(run, []);
  return null;
}

export type WorkspaceProps = ShownPipeline & {
  siteId: string;
  onEditor: (actor: EditorActor) => void;
};

const doNothing = () => undefined;
const NO_PROBLEMS: readonly DraftProblem[] = [];

/** What is below a pipeline's tabs, and its editor. */
export function Workspace({ siteId, onEditor, ...shown }: WorkspaceProps) {
  const { stored, version, flow, unit, setUnit, hasBytes, tab, showTab } = shown;
  const pipeline = stored?.pipeline;
  const actor = EditorContext.useActorRef();
  useLayoutEffect(() => onEditor(actor), [actor, onEditor]);
  const snapshot = EditorContext.useSelector((now) => now);
  const isEditing = selectIsEditing(snapshot);
  const draft = selectDraft(snapshot);
  const problems = useMemo(() => selectAllProblems(snapshot), [snapshot]);
  const { search } = useShownLocation();
  const [asked] = useState(() => new URLSearchParams(search));
  const [isOutline, setOutline] = useState(false);
  const handle = useRef<GraphHandle>(null);

  const catalogue = useCatalogue(siteId);
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const isOverview = isEditing || tab === 'overview';
  const history = useHistory(pipeline !== undefined && isOverview);
  const cursor = useGraphCursor(draft, asked.get('node') ?? undefined);
  const send = useCallback((event: EditorEvent) => actor.send(event), [actor]);
  const edits = useGraphEdits(catalogue, cursor, {
    handle,
    isOutline,
  });
  const { edit, additions, focusNode, focusCursor } = edits;
  const entered = useRef<PipelineTab>(undefined);
  /** For its key: the focus moves to the graph, or to the tab's content once drawn. */
  const enterTab = useCallback(
    (next: PipelineTab) => {
      showTab(next);
      if (next === 'overview') focusCursor();
      else if (next === tab) focusContent();
      else entered.current = next;
    },
    [showTab, focusCursor, tab],
  );
  useEffect(() => {
    if (entered.current !== tab) return undefined;
    entered.current = undefined;
    return focusContentWhenThere();
  }, [tab]);

  useKeptFocus(
    isOverview ? `${isEditing} ${history.isOpen}` : '',
    isOverview ? edits.focusCursor : doNothing,
  );

  const { engine, managedByGit: isManaged } = useSite();
  const clearChoice = version.clear;
  const storedId = pipeline?.id;
  const onSaved = useCallback(
    (kind: 'draft' | 'deploy' | 'force') => {
      clearChoice();
      if (storedId !== undefined && kind !== 'draft') notifyDeploymentScheduled(storedId);
    },
    [clearChoice, storedId],
  );
  useEditorSync({
    siteId,
    engine,
    pipeline,
    shown: version.shown,
    onSaved,
    onEnded: version.clear,
    refetch: stored?.refetch ?? doNothing,
  });
  useDraftStore(siteId, pipeline?.id);
  useLeaveGuard();
  const noteOwn = useOthersSaves(pipeline?.id, version.chosen !== undefined);
  useAddress(pipeline?.id, { isEditing, tab, version: version.chosen, node: cursor.openedComponent });

  const toggles = useMemo(
    () => ({
      toggleUnit: () => setUnit((now) => (now === 'bytes' ? 'events' : 'bytes')),
      toggleOutline: () => setOutline((now) => !now),
    }),
    [setUnit],
  );
  const open = cursor.open;
  const openComponent = useCallback(
    (componentId: string) => {
      const node = findNodeOfComponent(draft, componentId);
      showTab('overview');
      if (node) open(node.id);
    },
    [draft, open, showTab],
  );
  const raising = useRaisePr();
  const { lead, goToProblem } = useProblems(cursor.openedNode?.id, open, focusNode);

  const saved = snapshot.context.pipeline;
  const known = useMemo(() => withSaved(pipeline, saved), [pipeline, saved]);
  usePublishScope('pipeline', {
    pipeline: known,
    snapshot,
    send,
    versions: version.versions,
    shownVersion: snapshot.context.shownVersion,
    chooseVersion: version.choose,
    unit,
    toggleUnit: toggles.toggleUnit,
    hasBytes,
    tab: isEditing ? undefined : tab,
    showTab: enterTab,
  });
  usePublishScope(
    'pipeline.structure',
    isOverview ? { isOutline, toggleOutline: toggles.toggleOutline } : undefined,
  );
  usePublishScope(
    'pipeline.edit',
    isEditing ? { snapshot, send: edit, goToProblem, raisePullRequest: raising.open } : undefined,
  );
  const proposed = useProposedGraph(pipeline?.id, draft, isOverview && !isEditing && !history.compared);
  const view = useGraphView({
    draft: proposed?.draft ?? draft,
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
  useSaidMode(draft.name, isEditing, isOverview && !history.isOpen ? cursor.openedNode?.name : undefined);
  const panel = useRef<HTMLElement>(null);
  /** Entered before its code was loaded. */
  const isEntering = useRef(false);
  useEffect(() => {
    if (!isEditing) return;
    if ('requestIdleCallback' in window) requestIdleCallback(loadPanel, { timeout: 1000 });
    else loadPanel();
  }, [isEditing]);
  /** Only one panel at a time is beside the graph. */
  const openFromGraph = (id: string) => {
    const only = draft.nodes[id] ? undefined : proposed?.draft.nodes[id];
    if (only) return notifyProposed(only.name);
    if (history.isOpen) history.close();
    return open(id);
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
      {(!pipeline || isEditing) && (
        <EditHeader
          versions={version.versions}
          shownVersion={snapshot.context.shownVersion}
          isNameAwaited={version.isNameAwaited}
          presence={pipeline && <EditorsBadge pipeline={pipeline} isEditing />}
          isManaged={isManaged}
          onVersion={version.choose}
        />
      )}
      {stored && <DeploymentWatch stored={stored} isShown={!isEditing} />}
      {pipeline && <Lifecycle pipeline={pipeline} />}
      {pipeline && <DeployVersion pipeline={pipeline} shownVersion={snapshot.context.shownVersion} />}
      {pipeline && !isEditing && tab !== 'overview' ? (
        <OtherTab
          tab={tab}
          pipeline={pipeline}
          draft={draft}
          catalogue={catalogue}
          openNode={openComponent}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: who moves in the graph may open a node next
        <div
          className={css.body}
          {...(pipeline && !isEditing ? buildTabPanelProps('overview') : {})}
          onKeyDown={loadPanel}
          onPointerEnter={loadPanel}
        >
          {!history.compared && (
            <WithPreview>
              <Structure
                view={view}
                pipeline={pipeline}
                isEditing={isEditing}
                isOutline={isOutline}
                unit={unit}
                openId={cursor.openedNode?.id}
                selectedIds={cursor.pickedIds}
                matchedIds={finder.matchedIds}
                predicted={preview.predicted}
                diff={proposed?.marks}
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
                onEnter={() => {
                  isEntering.current = panel.current === null;
                  enterPanel(panel.current);
                }}
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
            <Suspense fallback={<aside className={css.panel} aria-busy="true" />}>
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
              <AfterDrawn
                run={() => {
                  if (isEntering.current) enterPanel(panel.current);
                  isEntering.current = false;
                }}
              />
            </Suspense>
          )}
        </div>
      )}
      <WorkspaceDialogs
        raising={raising}
        siteId={siteId}
        pipeline={pipeline}
        additions={additions}
        catalogue={catalogue}
        templates={catalogue.templates}
        history={history}
        onRestored={onRestored}
        focusNode={focusNode}
      />
    </PreviewContext>
  );
}
