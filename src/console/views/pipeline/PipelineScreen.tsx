import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { isAccessKnown } from '../../commands/call-guard.ts';
import { getCommandHost, runCommand } from '../../commands/runtime.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import type { Crumb } from '../../state/shell-state.ts';
import { AwaitedTab } from './AwaitedTab.tsx';
import { loadGraphCode } from './graph/graph-code.ts';
import { useFlow } from './graph/use-flow.ts';
import { PipelineHead } from './PipelineHead.tsx';
import * as css from './pipeline.css.ts';
import type { EditorActor, EditorInput } from './shown-pipeline.ts';
import type { StoredPipeline } from './stored-pipeline.ts';
import { preloadTab } from './tab-code.ts';
import { getShownTab, getTabView, type PipelineTab, TAB_FACTS } from './tabs.ts';
import { useShownVersion } from './versions/use-shown-version.ts';

const COMMANDS = ['pipelines', 'pipeline'];

/** After the tabs: editor and commands are as large as everything before. */
const editor = createLazyCode(async () => {
  const { registry } = getCommandHost();
  const [code] = await Promise.all([
    import('./Editor.tsx'),
    ...COMMANDS.map((part) => registry.include(part)),
  ]);
  return code;
});

/** Loads what is below the tabs once they are drawn. @returns whether the editor is loaded, or failed */
function useEditorCode(isOverview: boolean): boolean {
  const [isThere, setThere] = useState(false);
  const { search } = useShownLocation();
  const isDrawn = useDeferredValue(true, false);
  useEffect(() => {
    if (!isDrawn) return undefined;
    let isCurrent = true;
    void editor.preload().then(() => isCurrent && setThere(true));
    return () => {
      isCurrent = false;
    };
  }, [isDrawn]);
  useEffect(() => {
    if (!isDrawn) return;
    if (isOverview) loadGraphCode();
    else preloadTab(new URLSearchParams(search).get('view'));
  }, [isDrawn, isOverview, search]);
  return isThere;
}

/** Changing the tab adds a browser history entry. */
function usePipelineTab(wasDeployed: boolean) {
  const { search } = useShownLocation();
  const tab = getShownTab(new URLSearchParams(search).get('view'), wasDeployed);
  const showTab = useCallback((next: PipelineTab) => {
    const { pathname, search: query } = window.location;
    const to = `${pathname}${changeQuery(query, { view: getTabView(next) })}`;
    if (to !== `${pathname}${query}`) goTo(to);
    // The focus is in the tab that is about to unmount.
    document.getElementById(`tab-${next}`)?.focus();
  }, []);
  return { tab, showTab };
}

function choosePage(
  pipeline: Pipeline | undefined,
  isEditing: boolean,
  tab: PipelineTab,
): [title: string, above: Crumb[]] {
  if (!pipeline) return ['New pipeline', []];
  if (!isEditing && tab === 'overview') return [pipeline.name, []];
  return [
    isEditing ? 'Edit' : TAB_FACTS[tab].label,
    [{ label: pipeline.name, path: paths.pipeline(pipeline.id) }],
  ];
}

/** Reserves the header's space. */
export const AwaitedHead = () => (
  <div className={css.head}>
    <Skeleton width={260} height={26} label="the pipeline" />
  </div>
);
export const AwaitedBody = () => (
  <div className={css.empty}>
    <Skeleton width="70%" height={96} />
  </div>
);

type PipelineScreenProps = {
  siteId: string;
  stored: StoredPipeline | undefined;
  initialVersion: number | undefined;
  /** Skips header and tabs of the view, which would be replaced at once. */
  opensInEditor: boolean;
  /** Undefined until the version is read. */
  input: EditorInput | undefined;
  /** Shown instead of an unreadable version. */
  failure?: ReactNode;
};

/** Header and tabs of a pipeline, which need no editor, then the rest once code and version are loaded. */
export function PipelineScreen(props: PipelineScreenProps) {
  const { siteId, stored, initialVersion, opensInEditor, input, failure } = props;
  const pipeline = stored?.pipeline;
  const [actor, setActor] = useState<EditorActor>();
  const isEditing = useSelector(actor, (now) => now !== undefined && !now.matches('viewing'));
  const editedVersion = useSelector(actor, (now) => now?.context.shownVersion);
  const draft = useSelector(actor, (now) => now?.context.draft);
  const only = useOnlyMetric();
  const [chosenUnit, setUnit] = useState<'bytes' | 'events'>('bytes');
  const unit = only ? 'events' : chosenUnit;
  const version = useShownVersion(stored, isEditing, initialVersion);
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const { tab, showTab } = usePipelineTab(hasRun);
  const isOverview = isEditing || tab === 'overview';
  const flow = useFlow(siteId, hasRun ? pipeline?.id : undefined, unit, isOverview);
  const isCodeThere = useEditorCode(isOverview);
  usePage(...choosePage(pipeline, isEditing, tab));
  const [wantsEdit, setWantsEdit] = useState(false);
  useEffect(() => {
    if (actor && wantsEdit) runCommand('pipeline.edit');
  }, [actor, wantsEdit]);

  const isAccessRead = useStore(isAccessKnown);
  // Rendered in time slices, since the whole editor at once delays keys.
  const isReady = useDeferredValue(
    input !== undefined && isCodeThere && (!opensInEditor || isAccessRead || actor !== undefined),
  );
  const hasHead = pipeline && (actor ? !isEditing : !opensInEditor);
  return (
    <div className={css.page}>
      {hasHead && (
        <PipelineHead
          pipeline={pipeline}
          shownVersion={editedVersion ?? version.shown}
          version={version}
          flow={flow}
          unit={unit}
          draft={draft ?? input?.draft}
          tab={tab}
          showTab={showTab}
          onEarlyEdit={actor ? undefined : () => setWantsEdit(true)}
        />
      )}
      {input && isReady ? (
        <editor.Component
          siteId={siteId}
          input={input}
          stored={stored}
          version={version}
          flow={flow}
          unit={unit}
          setUnit={setUnit}
          hasBytes={only === undefined}
          tab={tab}
          showTab={showTab}
          onEditor={setActor}
        />
      ) : (
        failure || (
          <>
            {!hasHead && <AwaitedHead />}
            {hasHead ? <AwaitedTab tab={tab} pipeline={pipeline} /> : <AwaitedBody />}
          </>
        )
      )}
    </div>
  );
}
