import type { ReactNode } from 'react';
import { formatVersionLabel } from '../../../../machines/displayed-version/index.ts';
import { getStatusGroup } from '../../../../machines/pipeline-lifecycle/index.ts';
import { type as text } from '../../../../styles/text.css.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { getKeysInForce } from '../../commands/keys/keys-in-force.ts';
import { commandContext, getCommandHost, runCommand, useContextPart } from '../../commands/runtime.ts';
import { describeCommand } from '../../commands/use-command.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { type CommandMenuItem, useCommandEntries } from '../../components/commands/CommandMenu.tsx';
import { PipelineStatus } from '../../components/pipeline-status.tsx';
import { Button } from '../../components/widgets/actions/button.tsx';
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

/** A newer version than the running one was saved, and is not being deployed. */
const hasNewer = ({ deployedGraphVersion, latestGraphVersion, pendingAction }: Pipeline): boolean =>
  deployedGraphVersion > 0 && latestGraphVersion > deployedGraphVersion && pendingAction !== 'DEPLOY';

const EDIT = 'pipeline.edit';
type EditFace = { keys?: string | undefined; disabledReason?: string | undefined };
const AWAITED: EditFace = {};

/** One element before and after its command loads, so that it keeps the focus. */
function EditButton({ onEarlyEdit }: { onEarlyEdit: (() => void) | undefined }) {
  const { keys, disabledReason } = useContextPart((ctx): EditFace => {
    if (onEarlyEdit) return { keys: getKeysInForce(EDIT, ['e'])[0] };
    if (!getCommandHost().registry.command(EDIT)) return AWAITED;
    const face = describeCommand(ctx, EDIT);
    return { keys: face.keys, disabledReason: face.disabledReason };
  });
  return (
    <Button
      icon="edit"
      keys={keys}
      disabledReason={disabledReason}
      onDisabledPress={() => describeCommand(commandContext.get(), EDIT).showCause?.()}
      onClick={() => (onEarlyEdit ?? (() => runCommand(EDIT)))()}
      data-command={EDIT}
    >
      Edit Pipeline
    </Button>
  );
}

type ViewHeaderProps = {
  pipeline: Pipeline;
  /** Undefined while unknown. */
  health?: HealthState | undefined;
  version: number;
  versionName: string | undefined;
  isNameAwaited?: boolean;
  /** After the version. */
  presence?: ReactNode;
  /** Until commands and editor are loaded: editing begins then. */
  onEarlyEdit?: (() => void) | undefined;
};

export function ViewHeader(props: ViewHeaderProps) {
  const { pipeline, health, version, versionName, isNameAwaited = false, presence, onEarlyEdit } = props;
  const isThere = onEarlyEdit === undefined;
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
        {isThere && group === 'in-action' && <CommandButton id="pipeline.cancelAction" variant="ghost" />}
        {isThere && (group === 'paused' || group === 'bypassed') && <CommandButton id="pipeline.resume" />}
        <EditButton onEarlyEdit={onEarlyEdit} />
        {isThere ? <Actions /> : <span className={css.awaitedActions} />}
      </div>
    </header>
  );
}
