import { useState } from 'react';
import { selectIsOld, selectPhase } from '../../../../../machines/preview/index.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { CommandMenu } from '../../../components/commands/CommandMenu.tsx';
import { CodeBlock } from '../../../components/widgets/code/code-block.tsx';
import { EventDiff } from '../../../components/widgets/event-diff/event-diff.tsx';
import type { OnField } from '../../../components/widgets/event-diff/event-line.tsx';
import { EventList } from '../../../components/widgets/event-diff/event-list.tsx';
import { StatusFilter } from '../../../components/widgets/event-diff/status-filter.tsx';
import { SegmentedField } from '../../../components/widgets/forms/switch-field.tsx';
import { KeySequence } from '../../../components/widgets/keys/key-chip.tsx';
import { parseEventFields } from '../../../lib/event-text.ts';
import { formatOrigin } from '../../../lib/origin.ts';
import { useStore } from '../../../lib/store.ts';
import { flagsOn } from '../../../state/flags.ts';
import { EventMetadata } from './EventMetadata.tsx';
import { formatFieldPath } from './field-changes.ts';
import type { ListedResult } from './listed-results.ts';
import * as css from './preview.css.ts';
import type { PreviewFace } from './scope.ts';
import type { Preview } from './use-preview.ts';

type Opened = { path: string; element: HTMLElement };

const COMMANDS = ['preview.removeField', 'preview.keepField', 'preview.renameField', 'preview.dropWhere'];

function useFieldMenu() {
  const [opened, setOpened] = useState<Opened>();
  const onField: OnField = (names, element) => setOpened({ path: formatFieldPath(names), element });
  const menu = opened && (
    <CommandMenu
      label={`Actions for ${opened.path}`}
      items={COMMANDS.map((id) => ({ id, args: { field: opened.path } }))}
      anchor={opened.element.getBoundingClientRect()}
      returnFocus={opened.element.closest<HTMLElement>('[tabindex="0"]')}
      onClose={() => setOpened(undefined)}
    />
  );
  return { onField, menu };
}

const FACES: readonly { value: PreviewFace; label: string }[] = [
  { value: 'diff', label: 'Diff' },
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
];

const pretty = (text: string): string => {
  const fields = parseEventFields(text);
  return fields ? JSON.stringify(fields, null, 2) : text;
};

function Whole({ label, texts }: { label: string; texts: readonly string[] }) {
  if (texts.length === 0) return <p className={css.quiet}>Nothing left this node: the event was dropped.</p>;
  return (
    <div className={css.quiet} style={{ overflow: 'auto' }}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what an event became has an order and no identity
        <CodeBlock key={index} label={label} text={pretty(text)} wrap />
      ))}
    </div>
  );
}

type ShownProps = { preview: Preview; result: ListedResult; isWide: boolean };

function Shown({ preview, result, isWide }: ShownProps) {
  const { draft, node, face, isStart } = preview;
  const { onField, menu } = useFieldMenu();
  const where = node?.name ?? 'this node';
  const number = result.index + 1;
  if (isStart) return <Whole label={`Event ${number} as it left ${where}`} texts={[result.before]} />;
  if (face === 'in') return <Whole label={`Event ${number} before ${where}`} texts={[result.before]} />;
  if (face === 'out') return <Whole label={`Event ${number} after ${where}`} texts={result.after} />;
  const [from, other] = node ? predecessorsOf(draft, node.id) : [];
  const before = from === undefined || other !== undefined ? undefined : draft.nodes[from]?.name;
  return (
    <>
      <EventDiff
        label={`Event ${number} at ${where}`}
        change={result}
        layout={isWide ? 'split' : 'unified'}
        from={before && `from ${before}`}
        to={where}
        onField={onField}
      />
      {menu}
    </>
  );
}

function StepKeys() {
  const previous = useCommand('preview.previous');
  const next = useCommand('preview.next');
  return (
    <>
      {previous.keys && <KeySequence binding={previous.keys} decorative />}{' '}
      {next.keys && <KeySequence binding={next.keys} decorative />}
    </>
  );
}

export function PreviewResults({ preview, isWide }: { preview: Preview; isWide: boolean }) {
  const { snapshot, node, nodeOutcome, listed, shown, counts, status, isStart } = preview;
  const mayShowMetadata = useStore(flagsOn)?.has('logPreviewMetadataToggle') === true;
  const isOld = selectIsOld(snapshot);
  const phase = selectPhase(snapshot);
  if (!snapshot.context.outcome)
    return (
      <p className={css.quiet}>
        {phase === 'running' ? 'The events run through the graph.' : 'There is no result yet.'}
      </p>
    );
  if (!isStart && (!nodeOutcome || nodeOutcome.eventsIn + nodeOutcome.results.length === 0))
    return <p className={css.quiet}>No event of the sample reaches {node?.name ?? 'this node'}.</p>;
  const metadata = shown && snapshot.context.sample?.origins?.[shown.index];
  const origin = formatOrigin(metadata);
  const hasMetadata = mayShowMetadata && preview.hasMetadata;
  const at = shown ? listed.findIndex(({ key }) => key === shown.key) + 1 : 0;
  return (
    <>
      <div className={css.bar}>
        {isStart ? (
          <span className={css.why}>
            Events as they left {node?.name}; what happens to them is shown at the nodes after it.
          </span>
        ) : (
          <StatusFilter counts={counts} selected={status} onSelect={preview.filter} />
        )}
        <span className={css.right}>
          <span className={css.place}>
            {at} of {listed.length} <StepKeys />
          </span>
          {mayShowMetadata && (
            <CommandButton
              id="preview.metadata"
              size="small"
              variant="ghost"
              hideIcon
              label={hasMetadata ? 'Hide metadata' : 'Metadata'}
            />
          )}
          {!isStart && (
            <SegmentedField
              label="Show"
              hideLabel
              value={preview.face}
              onChange={preview.showFace}
              options={FACES}
            />
          )}
        </span>
      </div>
      <div className={isWide ? css.results : `${css.results} ${css.stacked}`}>
        <div className={css.listSide}>
          <EventList
            label={`Events at ${node?.name ?? 'this node'}`}
            events={listed.map(({ key, index, status: one, before }) => ({
              key,
              index,
              ...(isStart ? {} : { status: one }),
              text: before,
            }))}
            selected={shown?.key}
            onSelect={preview.choose}
          />
        </div>
        <div className={css.diffSide} data-old={isOld ? '' : undefined} aria-busy={isOld}>
          {hasMetadata && shown ? (
            <EventMetadata result={shown} origin={metadata} />
          ) : (
            origin !== undefined && <p className={css.origin}>From {origin}</p>
          )}
          {shown ? (
            <Shown preview={preview} result={shown} isWide={isWide} />
          ) : (
            <p className={css.quiet}>No event here is {status?.toLowerCase()}.</p>
          )}
        </div>
      </div>
    </>
  );
}
