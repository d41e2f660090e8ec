import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type EditorEvent,
  selectAllProblems,
  selectDraft,
  selectIsEditing,
} from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { useShownLocation } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { paths } from '../../app/paths.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import type { GraphHandle } from '../../widgets/graph/types.ts';
import { tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import { deploymentScheduled } from './action-actor.ts';
import { EditHeader } from './EditHeader.tsx';
import { EditorDialogs } from './EditorDialogs.tsx';
import { ErrorGroups } from './ErrorGroups.tsx';
import { EditorContext } from './editor-context.ts';
import { graphView } from './graph-view.ts';
import { NewConnectionDialog } from './NewConnectionDialog.tsx';
import { NodePanel } from './NodePanel.tsx';
import { OverviewTabs } from './OverviewTabs.tsx';
import * as css from './pipeline.css.ts';
import { SidePanel } from './SidePanel.tsx';
import { Structure } from './Structure.tsx';
import { Summary } from './Summary.tsx';
import { useAdditions } from './use-additions.ts';
import { useAddress } from './use-address.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useDraftStore } from './use-draft-store.ts';
import { useEditorSync } from './use-editor-sync.ts';
import { useFlow } from './use-flow.ts';
import { useGraphCursor } from './use-graph-cursor.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useProblems } from './use-problems.ts';
import { useShownVersion } from './use-shown-version.ts';
import { useWatch } from './use-watch.ts';
import { ViewHeader } from './ViewHeader.tsx';
import './scope.ts';

export type Stored = { pipeline: Pipeline; isError: boolean; refetch: () => void };

type WorkspaceProps = {
  siteId: string;
  /** Undefined while the pipeline does not exist yet. */
  stored: Stored | undefined;
  takenNames: readonly string[];
  initialVersion: number | undefined;
};

const nothing = () => undefined;

/** One pipeline on screen: head, figures, graph, panel, and the editor's flow through all of it. */
export function Workspace({ siteId, stored, takenNames, initialVersion }: WorkspaceProps) {
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
  const [areErrorsOpen, setErrorsOpen] = useState(false);
  const handle = useRef<GraphHandle>(null);

  const version = useShownVersion(stored, isEditing, initialVersion);
  const catalogue = useCatalogue(siteId);
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const flow = useFlow(siteId, hasRun ? pipeline?.id : undefined, unit);
  const cursor = useGraphCursor(draft, asked.get('node') ?? undefined);
  const send = useCallback((event: EditorEvent) => actor.send(event), [actor]);
  /** In view mode an edit of the graph starts editing first. */
  const edit = useCallback(
    (event: EditorEvent) => {
      if (actor.getSnapshot().matches('viewing')) actor.send({ type: 'edit.start' });
      actor.send(event);
    },
    [actor],
  );
  const additions = useAdditions(catalogue, edit, cursor.open);

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
    takenNames,
    shown: version.shown,
    onSaved,
    onEnded: version.clear,
    refetch: stored?.refetch ?? nothing,
  });
  useWatch(stored);
  useDraftStore(siteId, pipeline?.id);
  useLeaveGuard();
  useAddress(pipeline?.id, { isEditing, version: version.chosen, node: cursor.openedComponent });
  usePage(
    isEditing && pipeline ? 'Edit' : (pipeline?.name ?? 'New pipeline'),
    isEditing && pipeline ? [{ label: pipeline.name, path: paths.pipeline(pipeline.id) }] : [],
  );

  const toggles = useMemo(
    () => ({
      showErrors: () => setErrorsOpen(true),
      toggleUnit: () => setUnit((now) => (now === 'bytes' ? 'events' : 'bytes')),
      toggleOutline: () => setOutline((now) => !now),
    }),
    [],
  );
  const openNode = cursor.open;
  const open = useCallback(
    (id: string | undefined) => {
      setErrorsOpen(false);
      openNode(id);
    },
    [openNode],
  );
  const focusNode = useCallback((id: string) => handle.current?.focus(id), []);
  const { lead, goToProblem } = useProblems(cursor.openedNode?.id, open, focusNode);

  usePublishScope('pipeline', {
    pipeline,
    snapshot,
    send,
    versions: version.versions,
    shownVersion: snapshot.context.shownVersion,
    chooseVersion: version.choose,
    unit,
    isOutline,
    ...toggles,
  });
  usePublishScope('pipeline.edit', isEditing ? { snapshot, send, goToProblem } : undefined);
  usePublishScope('pipeline.graph', {
    draft,
    snapshot,
    cursorId: cursor.cursorId,
    pickedIds: useStableList(cursor.pickedIds),
    send: edit,
    add: additions.add,
    pick: cursor.pick,
    open,
  });

  const view = useMemo(
    () =>
      graphView({
        draft,
        base: isEditing && pipeline ? snapshot.context.base : undefined,
        problems: isEditing ? problems : [],
        flows: flow.flows,
        unit,
        errors: flow.errors,
        templates: catalogue.templates,
      }),
    [draft, isEditing, pipeline, snapshot.context.base, problems, flow.flows, flow.errors, unit, catalogue],
  );
  const shownName = version.versions.find((one) => one.version === snapshot.context.shownVersion)?.name;

  return (
    <div className={css.page}>
      {pipeline && !isEditing ? (
        <>
          <ViewHeader pipeline={pipeline} version={snapshot.context.shownVersion} versionName={shownName} />
          <OverviewTabs pipelineId={pipeline.id} hasRun={hasRun} />
          {hasRun && (
            <Summary
              pipeline={pipeline}
              draft={draft}
              flow={flow}
              unit={unit}
              onErrors={toggles.showErrors}
            />
          )}
        </>
      ) : (
        <EditHeader
          versions={version.versions}
          shownVersion={snapshot.context.shownVersion}
          onVersion={version.choose}
        />
      )}
      <div className={css.body} {...(pipeline && !isEditing ? tabPanelProps('overview') : {})}>
        <Structure
          view={view}
          pipeline={pipeline}
          isEditing={isEditing}
          isOutline={isOutline}
          isCompact={isEditing || cursor.openedNode !== undefined}
          unit={unit}
          selectedId={cursor.openedNode?.id}
          pickedIds={cursor.pickedIds}
          handle={handle}
          onCursor={cursor.moveTo}
          onOpen={open}
        />
        {areErrorsOpen ? (
          <SidePanel title="Pipeline Errors" icon="help" onClose={() => setErrorsOpen(false)}>
            <ErrorGroups errors={flow.errors} showNode />
          </SidePanel>
        ) : (
          cursor.openedNode && (
            <NodePanel
              draft={draft}
              node={cursor.openedNode}
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
          )
        )}
      </div>
      {additions.wanted && (
        <NewConnectionDialog kind={additions.wanted.kind} siteId={siteId} onDone={additions.made} />
      )}
      <EditorDialogs />
    </div>
  );
}

/** The former list while the new one has the same entries, so that what is published stays the same. */
function useStableList(list: readonly string[]): readonly string[] {
  const key = list.join(',');
  return useMemo(() => (key === '' ? [] : key.split(',')), [key]);
}
