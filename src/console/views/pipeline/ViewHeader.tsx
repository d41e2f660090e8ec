import { versionLabel } from '../../../../machines/displayed-version/index.ts';
import { isInAction } from '../../../../machines/pipeline-lifecycle/index.ts';
import { type as text } from '../../../../styles/text.css.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { runCommand } from '../../commands/runtime.ts';
import { useCommand } from '../../commands/use-command.ts';
import { PipelineStatus } from '../../parts/pipeline-status.tsx';
import { type MenuEntry, MoreMenu } from '../../widgets/actions/menu.tsx';
import { Tag } from '../../widgets/status/badge.tsx';
import * as css from './pipeline.css.ts';

/** A menu entry made from a command. */
function useEntry(id: string, more: Partial<MenuEntry> = {}): MenuEntry {
  const face = useCommand(id);
  return {
    id,
    label: face.title,
    icon: face.icon,
    keys: face.keys,
    disabledReason: face.disabledReason,
    onSelect: () => runCommand(id, {}, 'menu'),
    ...more,
  };
}

function Actions() {
  const entries = [
    useEntry('pipeline.deploy'),
    useEntry('pipeline.forceDeploy'),
    useEntry('pipeline.pause', { startsGroup: true }),
    useEntry('pipeline.bypass'),
    useEntry('pipeline.resume'),
    useEntry('pipeline.cancelAction'),
    useEntry('pipeline.version', { startsGroup: true }),
    useEntry('view.copyLink'),
    useEntry('pipeline.delete', { startsGroup: true, danger: true }),
  ];
  return <MoreMenu label="Pipeline actions" entries={entries} />;
}

type ViewHeaderProps = { pipeline: Pipeline; version: number; versionName: string | undefined };

/** Name, state, version and the commands of a pipeline that is looked at. */
export function ViewHeader({ pipeline, version, versionName }: ViewHeaderProps) {
  const isPaused = pipeline.status === 'PAUSED' || pipeline.status === 'BYPASSED';
  return (
    <header className={css.head}>
      <div className={css.headText}>
        <div className={css.titleLine}>
          <h1 className={text.pageTitle}>{pipeline.name}</h1>
          <PipelineStatus pipeline={pipeline} look="pill" />
          {version > 0 && <Tag>{versionLabel(version, versionName)}</Tag>}
        </div>
        {pipeline.description && <p className={css.description}>{pipeline.description}</p>}
      </div>
      <div className={css.actions}>
        {isInAction(pipeline) && <CommandButton id="pipeline.cancelAction" variant="ghost" />}
        {isPaused && <CommandButton id="pipeline.resume" />}
        <CommandButton id="pipeline.edit" />
        <Actions />
      </div>
    </header>
  );
}
