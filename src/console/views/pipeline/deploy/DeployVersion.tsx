import { useEffect } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { useStore } from '../../../lib/store.ts';
import { DeployDialog } from './DeployDialog.tsx';
import { deployAsked } from './deploy-asked.ts';
import { requestAction } from './request-action.ts';

const { Component: VersionSummary } = createLazyCode(() => import('./VersionSummary.tsx'));

const close = () => deployAsked.set(undefined);

export function DeployVersion({ pipeline, shownVersion }: { pipeline: Pipeline; shownVersion: number }) {
  const asked = useStore(deployAsked);
  const isAsked = asked?.pipelineId === pipeline.id;
  useEffect(() => close, []);
  return (
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
  );
}
