import type { ReactNode } from 'react';
import { formatVersionLabel } from '../../../../machines/displayed-version/index.ts';
import { getStatusGroup } from '../../../../machines/pipeline-lifecycle/index.ts';
import { type as text } from '../../../../styles/text.css.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { type CommandMenuItem, useCommandEntries } from '../../components/commands/CommandMenu.tsx';
import { PipelineStatus } from '../../components/pipeline-status.tsx';
import { MoreMenu } from '../../components/widgets/actions/menu.tsx';
import { Tag } from '../../components/widgets/status/badge.tsx';
import * as css from './pipeline.css.ts';

const ACTIONS: readonly CommandMenuItem[] = [
  { id: 'pipeline.deploy' },
  { id: 'pipeline.forceDeploy' },
  { id: 'pipeline.pause', startsGroup: true },
  { id: 'pipeline.bypass' },
  { id: 'pipeline.resume' },
  { id: 'pipeline.cancelAction' },
  { id: 'pipeline.version', startsGroup: true },
  { id: 'view.copyLink' },
  { id: 'pipeline.delete', startsGroup: true, danger: true },
];

const Actions = () => <MoreMenu label="Pipeline actions" entries={useCommandEntries(ACTIONS)} />;

/** A version was saved after the one that runs, and is not on its way. */
const hasNewer = ({ deployedGraphVersion, latestGraphVersion, pendingAction }: Pipeline): boolean =>
  deployedGraphVersion > 0 && latestGraphVersion > deployedGraphVersion && pendingAction !== 'DEPLOY';

type ViewHeaderProps = {
  pipeline: Pipeline;
  /** Undefined while unknown. */
  health?: HealthState | undefined;
  version: number;
  versionName: string | undefined;
  isNameAwaited?: boolean;
  /** After the version. */
  presence?: ReactNode;
};

export function ViewHeader(props: ViewHeaderProps) {
  const { pipeline, health, version, versionName, isNameAwaited = false, presence } = props;
  const group = getStatusGroup(pipeline);
  return (
    <header className={css.head}>
      <div className={css.headText}>
        <div className={css.titleLine}>
          <h1 className={`${text.pageTitle} ${css.name}`} title={pipeline.name}>
            {pipeline.name}
          </h1>
          <PipelineStatus pipeline={pipeline} health={health} look="pill" />
          <span className={css.version} data-awaited={isNameAwaited || undefined}>
            <Tag>{formatVersionLabel(version, versionName)}</Tag>
          </span>
          {hasNewer(pipeline) && (
            <span className={css.newer}>v{pipeline.latestGraphVersion} is saved, not deployed</span>
          )}
          {presence}
        </div>
        {pipeline.description && <p className={css.description}>{pipeline.description}</p>}
      </div>
      <div className={css.actions}>
        {group === 'in-action' && <CommandButton id="pipeline.cancelAction" variant="ghost" />}
        {(group === 'paused' || group === 'bypassed') && <CommandButton id="pipeline.resume" />}
        <CommandButton id="pipeline.edit" />
        <Actions />
      </div>
    </header>
  );
}
