import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../graph/draft.ts';
import { getTallyTone, sumOpen, tallyErrors } from '../../components/errors/error-tally.ts';
import { useSite } from '../../state/sites.ts';
import { EditorsBadge } from './editor/EditorsBadge.tsx';
import { PipelineTabs } from './PipelineTabs.tsx';
import { Summary } from './Summary.tsx';
import type { ShownPipeline } from './shown-pipeline.ts';
import { ViewHeader } from './ViewHeader.tsx';

type PipelineHeadProps = Pick<ShownPipeline, 'version' | 'flow' | 'unit' | 'tab' | 'showTab'> & {
  pipeline: Pipeline;
  shownVersion: number;
  /** Undefined until the version is read. */
  draft: Draft | undefined;
  onEarlyEdit: (() => void) | undefined;
};

/** For a stored pipeline that is not being edited. */
export function PipelineHead(props: PipelineHeadProps) {
  const { pipeline, shownVersion, version, flow, unit, draft, tab, showTab, onEarlyEdit } = props;
  const { engine } = useSite();
  const hasRun = pipeline.deployedGraphVersion > 0;
  const tally = tallyErrors(flow.errors);
  return (
    <>
      <ViewHeader
        pipeline={pipeline}
        health={flow.state}
        version={shownVersion}
        versionName={version.versions.find((one) => one.version === shownVersion)?.name}
        isNameAwaited={version.isNameAwaited}
        presence={<EditorsBadge pipeline={pipeline} isEditing={false} />}
        onEarlyEdit={onEarlyEdit}
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
  );
}
