import { type Draft, selectIsEditing } from '../../../../machines/pipeline-editor/index.ts';
import { DeploymentWatch } from './deployment/DeploymentWatch.tsx';
import { DeployVersion } from './deployment/DeployVersion.tsx';
import { EditHeader } from './EditHeader.tsx';
import { EditorContext } from './editor-context.ts';
import { openErrors } from './graph-view.ts';
import { Lifecycle } from './lifecycle/Lifecycle.tsx';
import { PipelineTabs } from './PipelineTabs.tsx';
import { Summary } from './Summary.tsx';
import type { PipelineTab } from './tabs.ts';
import type { PipelineFlow } from './use-flow.ts';
import type { useShownVersion } from './use-shown-version.ts';
import { ViewHeader } from './ViewHeader.tsx';
import type { Stored } from './Workspace.tsx';

type WorkspaceHeadProps = {
  stored: Stored | undefined;
  draft: Draft;
  version: ReturnType<typeof useShownVersion>;
  flow: PipelineFlow;
  unit: 'bytes' | 'events';
  tab: PipelineTab;
  showTab: (tab: PipelineTab) => void;
};

/** What stands above the graph: name, state, tabs and figures, or the fields of the editor. */
export function WorkspaceHead({ stored, draft, version, flow, unit, tab, showTab }: WorkspaceHeadProps) {
  const isEditing = EditorContext.useSelector(selectIsEditing);
  const shownVersion = EditorContext.useSelector(({ context }) => context.shownVersion);
  const pipeline = stored?.pipeline;
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const unacknowledged = openErrors(flow.errors);
  const shownName = version.versions.find((one) => one.version === shownVersion)?.name;
  return (
    <>
      {pipeline && !isEditing ? (
        <>
          <ViewHeader
            pipeline={pipeline}
            version={shownVersion}
            versionName={shownName}
            isNameAwaited={version.isNameAwaited}
          />
          <PipelineTabs
            selected={tab}
            onSelect={showTab}
            wasDeployed={hasRun}
            openErrors={unacknowledged.length}
            isErr={unacknowledged.some((error) => error.errorLevel === 'ERROR')}
          />
          {hasRun && tab === 'overview' && <Summary draft={draft} flow={flow} unit={unit} onShow={showTab} />}
        </>
      ) : (
        <EditHeader
          versions={version.versions}
          shownVersion={shownVersion}
          isNameAwaited={version.isNameAwaited}
          onVersion={version.choose}
        />
      )}
      {stored && <DeploymentWatch stored={stored} isShown={!isEditing} />}
      {pipeline && <Lifecycle pipeline={pipeline} />}
      {pipeline && <DeployVersion pipeline={pipeline} shownVersion={shownVersion} />}
    </>
  );
}
