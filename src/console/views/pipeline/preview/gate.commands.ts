import type { Command } from '../../../commands/types.ts';
import { refusedDeploy, wantedTest } from '../../../components/deploy-gate/deploy-gate.ts';
import { paths } from '../../../lib/paths.ts';
import { requestAction } from '../deploy/request-action.ts';
import { getPreviewScope } from './preview-guards.ts';

const isRefused = (): true | string => (refusedDeploy.get() ? true : 'No failing test blocks a deployment');

const SCREENS = ['pipeline', 'pipelines.list'] as const;

export const gateCommands: readonly Command[] = [
  {
    id: 'preview.openRefused',
    title: 'Open the failing test',
    group: 'Graph',
    icon: 'compare',
    scope: SCREENS,
    palette: false,
    bar: false,
    isRecorded: false,
    enabled: isRefused,
    run: (ctx) => {
      const refused = refusedDeploy.get();
      refusedDeploy.set(undefined);
      if (!refused) return;
      const { pipelineId, graphVersion } = refused;
      wantedTest.set({ pipelineId, graphVersion });
      const here = ctx.scopes.pipeline;
      if (here?.pipeline?.id !== pipelineId) ctx.navigate(paths.pipeline(pipelineId));
      else if (!getPreviewScope(ctx)) here.showTab('overview');
    },
  },
  {
    id: 'preview.forceRefused',
    title: 'Force the deployment although a test fails',
    group: 'Pipeline',
    icon: 'deploy',
    scope: SCREENS,
    palette: false,
    bar: false,
    isRecorded: false,
    calls: ['runPipelineAction'],
    enabled: isRefused,
    run: (ctx) => {
      const refused = refusedDeploy.get();
      refusedDeploy.set(undefined);
      if (!refused) return;
      const { pipelineId, graphVersion } = refused;
      requestAction({ pipelineId, action: 'DEPLOY', graphVersion, isForced: true });
      // The refused draft is saved: without further changes, leave edit mode.
      const edited = ctx.scopes['pipeline.edit'];
      if (edited?.snapshot.matches({ editing: 'clean' })) edited.send({ type: 'edit.cancel' });
    },
  },
];
