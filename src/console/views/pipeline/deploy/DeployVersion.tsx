import { useEffect, useState } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../components/widgets/lazy/popup-boundary.tsx';
import { useStore } from '../../../lib/store.ts';
import { deployAsked } from './deploy-asked.ts';
import { requestAction } from './request-action.ts';

const { Component: DeployDialog } = createLazyCode(async () => ({
  default: (await import('./DeployDialog.tsx')).DeployDialog,
}));
const { Component: VersionSummary } = createLazyCode(() => import('./VersionSummary.tsx'));

const close = () => deployAsked.set(undefined);

export function DeployVersion({ pipeline, shownVersion }: { pipeline: Pipeline; shownVersion: number }) {
  const asked = useStore(deployAsked);
  const isAsked = asked?.pipelineId === pipeline.id;
  // Stays mounted to animate closing.
  const [wasAsked, setAsked] = useState(false);
  if (isAsked && !wasAsked) setAsked(true);
  useEffect(() => close, []);
  return (
    <PopupBoundary isOpen={isAsked} onFailed={close}>
      {wasAsked && (
        <DeployDialog
          open={isAsked}
          name={`${pipeline.name} (v${asked?.version ?? ''})`}
          onDeploy={() => {
            close();
            if (asked)
              requestAction({ pipelineId: asked.pipelineId, action: 'DEPLOY', graphVersion: asked.version });
          }}
          onCancel={close}
        >
          {isAsked && (
            <VersionSummary
              pipeline={pipeline}
              version={asked.version}
              isShown={asked.version === shownVersion}
            />
          )}
        </DeployDialog>
      )}
    </PopupBoundary>
  );
}
