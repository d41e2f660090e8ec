import {
  getPercentChange,
  type PreviewNode,
  selectIsOld,
  selectOutcome,
  selectPhase,
  selectSample,
} from '../../../../../machines/preview/index.ts';
import { counted } from '../../../../contract/values.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { type CommandMenuItem, useCommandEntries } from '../../../components/commands/CommandMenu.tsx';
import { MoreMenu } from '../../../components/widgets/actions/menu.tsx';
import { formatChange } from '../../../components/widgets/graph/node-name.ts';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import * as css from './preview.css.ts';
import type { Preview } from './use-preview.ts';

const ACTIONS: readonly CommandMenuItem[] = [
  { id: 'preview.capture' },
  { id: 'preview.paste' },
  { id: 'preview.file' },
  { id: 'preview.open' },
  { id: 'preview.example' },
  { id: 'preview.save', startsGroup: true },
  { id: 'preview.pin' },
  { id: 'preview.samples' },
  { id: 'preview.test' },
  { id: 'preview.rerun', startsGroup: true },
  { id: 'preview.end' },
];

const PreviewMenu = () => (
  <MoreMenu label="What to do with the preview" entries={useCommandEntries(ACTIONS)} />
);

type ChangeProps = { figures: Pick<PreviewNode, 'percentOptimized'> | undefined; where: string };

/** At a node, or from the source to all destinations. */
function Change({ figures, where }: ChangeProps) {
  const change = figures && getPercentChange(figures);
  if (change === undefined) return null;
  const text = formatChange(change);
  return (
    <span className={css.change}>
      <span className={css.changeValue} data-tone={change < 0 && text !== '0.0%' ? 'less' : undefined}>
        {text}
      </span>{' '}
      {where}
    </span>
  );
}

export function PreviewHead({ preview, isWide }: { preview: Preview; isWide: boolean }) {
  const { snapshot, node, nodeOutcome } = preview;
  const sample = selectSample(snapshot);
  const phase = selectPhase(snapshot);
  const isBusy = phase === 'running' || phase === 'stale' || phase === 'opening';
  const count = sample?.events.length ?? 0;
  return (
    <header className={css.head}>
      {isWide && <h2 className={css.title}>Preview</h2>}
      {sample && (
        <span className={css.sample} title={sample.name}>
          {sample.name}, {counted(count, 'event')}
        </span>
      )}
      {sample && !isBusy && <Change figures={nodeOutcome} where={node ? `at ${node.name}` : ''} />}
      {sample && !isBusy && <Change figures={selectOutcome(snapshot)?.total} where="in total" />}
      <span role="status" className={css.state}>
        {isBusy && (
          <>
            <StatusShape shape="pending" tone="info" />
            {selectIsOld(snapshot) ? 'Running again' : 'Running'}
          </>
        )}
      </span>
      <span className={css.right}>
        <PreviewMenu />
        <CommandButton
          id="preview.toggle"
          size="small"
          variant="ghost"
          hideIcon
          label={isWide ? 'Close' : 'Full width'}
        />
      </span>
    </header>
  );
}
