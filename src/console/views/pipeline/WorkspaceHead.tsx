import { selectIsEditing } from '../../../../machines/pipeline-editor/index.ts';
import type { Draft } from '../../../graph/draft.ts';
import { getTallyTone, sumOpen, tallyErrors } from '../../components/errors/error-tally.ts';
import { useSite } from '../../state/sites.ts';
import { DeploymentWatch } from './deploy/DeploymentWatch.tsx';
import { DeployVersion } from './deploy/DeployVersion.tsx';
import { Lifecycle } from './deploy/Lifecycle.tsx';
import { EditHeader } from './editor/EditHeader.tsx';
import { EditorsBadge } from './editor/EditorsBadge.tsx';
import { EditorContext } from './editor/editor-context.ts';
import type { PipelineFlow } from './graph/use-flow.ts';
import { PipelineTabs } from './PipelineTabs.tsx';
import { Summary } from './Summary.tsx';
import type { StoredPipeline } from './stored-pipeline.ts';
import type { PipelineTab } from './tabs.ts';
import { ViewHeader } from './ViewHeader.tsx';
import type { useShownVersion } from './versions/use-shown-version.ts';

type WorkspaceHeadProps = {
  stored: StoredPipeline | undefined;
  draft: Draft;
  version: ReturnType<typeof useShownVersion>;
  flow: PipelineFlow;
  unit: 'bytes' | 'events';
  tab: PipelineTab;
  showTab: (tab: PipelineTab) => void;
};

export function WorkspaceHead({ stored, draft, version, flow, unit, tab, showTab }: WorkspaceHeadProps) {
  const isEditing = EditorContext.useSelector(selectIsEditing);
  const shownVersion = EditorContext.useSelector(({ context }) => context.shownVersion);
  const { managedByGit: isManaged, engine } = useSite();
  const pipeline = stored?.pipeline;
  const hasRun = (pipeline?.deployedGraphVersion ?? 0) > 0;
  const tally = tallyErrors(flow.errors);
  const shownName = version.versions.find((one) => one.version === shownVersion)?.name;
  const presence = pipeline && <EditorsBadge pipeline={pipeline} isEditing={isEditing} />;
  return (
    <>
      {pipeline && !isEditing ? (
        <>
          <ViewHeader
            pipeline={pipeline}
            health={flow.state}
            version={shownVersion}
            versionName={shownName}
            isNameAwaited={version.isNameAwaited}
            presence={presence}
          />
          <PipelineTabs
            selected={tab}
            onSelect={showTab}
            wasDeployed={hasRun}
            errorKinds={sumOpen(tally).kinds}
            errorTone={getTallyTone(tally)}
          />
          {hasRun && tab === 'overview' && (
            <Summary
              draft={draft}
              flow={flow}
              unit={unit}
              isOnEngine={engine !== 'collectors'}
              onShow={showTab}
            />
          )}
        </>
      ) : (
        <EditHeader
          versions={version.versions}
          shownVersion={shownVersion}
          isNameAwaited={version.isNameAwaited}
          presence={presence}
          isManaged={isManaged}
          onVersion={version.choose}
        />
      )}
      {stored && <DeploymentWatch stored={stored} isShown={!isEditing} />}
      {pipeline && <Lifecycle pipeline={pipeline} />}
      {pipeline && <DeployVersion pipeline={pipeline} shownVersion={shownVersion} />}
    </>
  );
}
