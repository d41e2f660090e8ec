import { useSelector } from '@xstate/react';
import { Command } from 'cmdk';
import { Fragment, type KeyboardEvent, useMemo, useState } from 'react';
import {
  type PalettePage,
  selectArgument,
  selectCommand,
  selectPage,
} from '../../../../machines/command-palette/index.ts';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { counted } from '../../../contract/values.ts';
import type { Palette } from '../../commands/palette/palette-actor.ts';
import { type ShownRow, toCommandRow, toTextRow, toTimeRow } from '../../commands/palette/shown-row.ts';
import { listTimeRows, TIME_PAGE_HINT } from '../../commands/palette/time-page.ts';
import type { Option } from '../../commands/types.ts';
import { takeHeldText } from '../../lib/held-keys.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { Icon } from '../widgets/icons/icon.tsx';
import { StatusShape } from '../widgets/icons/status-shape.tsx';
import { KeySequence } from '../widgets/keys/key-chip.tsx';
import { buildPaletteRowId, PaletteRows } from './PaletteRows.tsx';
import * as css from './palette.css.ts';
import { ReviewPage } from './ReviewPage.tsx';

/** A range shows only the first and last key. */
const Hint = ({ keys, label, isRange }: { keys: string[]; label: string; isRange?: boolean }) => (
  <span className={css.footHint}>
    {keys.map((binding, index) => (
      <Fragment key={binding}>
        {isRange && index > 0 && '–'}
        <KeySequence binding={binding} decorative />
      </Fragment>
    ))}
    {label}
  </span>
);

const enterLabel = (page: PalettePage): string => {
  if (page === 'choosing') return 'Run';
  return page === 'unavailable' ? 'Try again' : 'Choose';
};

type FooterProps = { page: PalettePage; hasBack: boolean; isTimePage: boolean };

const Footer = ({ page, hasBack, isTimePage }: FooterProps) => (
  <div className={css.foot}>
    <Hint keys={['ArrowUp', 'ArrowDown']} label="Move" />
    <Hint keys={['Enter']} label={enterLabel(page)} />
    {isTimePage && <Hint keys={['1', '9']} label={TIME_PAGE_HINT} isRange />}
    {hasBack && <Hint keys={['Backspace']} label="Back a step" />}
    <span className={css.footEnd}>
      <Hint keys={['Escape']} label="Close" />
    </span>
  </div>
);

/** Details of the highlighted option. */
function OptionPreview({ option }: { option: Option | undefined }) {
  const preview = option?.preview;
  if (!preview) return null;
  return (
    <aside className={css.preview} aria-label={`About ${preview.title}`}>
      <p className={css.previewTitle}>{preview.title}</p>
      {preview.note && <p>{preview.note}</p>}
      <dl className={css.previewFacts}>
        {preview.facts.map((fact) => (
          <div key={fact.label} className={css.previewFact}>
            <dt>{fact.label}</dt>
            <dd className={css.previewValue}>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

const Pill = ({ icon, text }: { icon?: IconName | undefined; text: string }) => (
  <span className={css.pill}>
    {icon && <Icon name={icon} size="s" />}
    <span className={css.pillText}>{text}</span>
  </span>
);

/** Screen readers announce neither the new page's prompt nor the row count by themselves. */
function formatAnnouncement(
  asked: string | undefined,
  query: string,
  page: PalettePage,
  rows: number,
): string {
  if (page === 'loading' || page === 'text' || page === 'validating' || rows === 0) return asked ?? '';
  if (asked === undefined && query === '') return '';
  return `${asked === undefined ? '' : `${asked}, `}${counted(rows, 'result')}`;
}

function useRows(palette: Palette): ShownRow[] {
  const snapshot = useSelector(palette.actor, (now) => now);
  const page = selectPage(snapshot);
  const argument = selectArgument(snapshot);
  const { query, rows, message } = snapshot.context;
  const isSearch = page === 'choosing' && query !== '';
  const listed = useMemo(
    () => rows.map((row) => toCommandRow(palette, row, isSearch)),
    [palette, rows, isSearch],
  );
  if (page === 'text' && argument?.kind === 'time') return listTimeRows(query).map(toTimeRow);
  if (page === 'text' || page === 'validating') return [toTextRow(palette, argument, query, message)];
  return listed;
}

export function PaletteBody({ palette }: { palette: Palette }) {
  const { actor } = palette;
  const snapshot = useSelector(actor, (now) => now);
  const page = selectPage(snapshot);
  const command = selectCommand(snapshot);
  const argument = selectArgument(snapshot);
  const { context } = snapshot;
  const rows = useRows(palette);
  const isOwnPage = page === 'text' || page === 'validating';
  const [ownHighlight, setOwnHighlight] = useState<string>();
  const meant = rows.find((row) => row.isMeant) ?? rows[0];
  const own = rows.some((row) => row.id === ownHighlight) ? ownHighlight : meant?.id;
  const highlighted = (isOwnPage ? own : context.highlightedId) ?? '';

  const type = (text: string) => {
    setOwnHighlight(undefined);
    palette.type(text);
  };
  const take = (row: ShownRow | undefined) => {
    if (!isOwnPage) palette.enter();
    else if (row?.leadsTo !== undefined) palette.leaveFor(row.leadsTo);
    else if (row && row.refusal === undefined) {
      if (row.text !== undefined && row.text !== context.query) palette.type(row.text);
      actor.send({ type: 'enter.pressed' });
    }
  };
  const move = (by: number) => {
    if (!isOwnPage) return actor.send({ type: 'highlight.moved', by });
    const at = rows.findIndex((row) => row.id === highlighted);
    setOwnHighlight(rows[(at + by + rows.length) % Math.max(rows.length, 1)]?.id);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'PageDown' || event.key === 'PageUp') move(event.key === 'PageDown' ? 8 : -8);
    else if (event.key === 'Enter') take(rows.find((row) => row.id === highlighted));
    else if (event.key === 'Backspace' && context.query === '') actor.send({ type: 'back.pressed' });
    else return;
    event.preventDefault();
  };

  if (page === 'review') return <ReviewPage palette={palette} />;
  const steps = (command?.args ?? []).length;
  const title = argument ? argument.label : 'Type a command or search';
  const asked = argument && `${command?.title}: ${argument.label}`;
  return (
    <Command
      label="Command palette"
      shouldFilter={false}
      value={highlighted}
      disablePointerSelection
      vimBindings={false}
      onKeyDown={pressed}
      className={css.command}
    >
      <div className={css.field}>
        {!argument && <Icon name="search" />}
        {!argument && context.scope && <Pill text={context.scope.label} />}
        {argument && command && (
          <>
            <Pill icon={palette.command(command.id)?.icon} text={command.title} />
            {context.values.map((value) => (
              <Pill key={value.name} text={value.label} />
            ))}
            <Icon name="chevronRight" size="s" />
          </>
        )}
        <Command.Input asChild value={context.query} onValueChange={type}>
          <input
            // biome-ignore lint/a11y/noAutofocus: the palette is a dialog whose first thing is this field
            autoFocus
            className={css.input}
            onFocus={() => {
              const early = takeHeldText('palette');
              if (early.text !== '') type(context.query + early.text);
              // An early Enter submits a text, but chooses nothing from a list that was not yet on screen.
              if (early.isEntered && page === 'text') actor.send({ type: 'enter.pressed' });
            }}
            placeholder={title}
            aria-label={asked ?? title}
            // cmdk would use the palette's name as the label.
            aria-labelledby={undefined}
            aria-activedescendant={highlighted ? buildPaletteRowId(highlighted) : undefined}
          />
        </Command.Input>
        {argument && steps > 1 && (
          <span className={css.step}>
            Step {context.values.length + 1} of {steps}
          </span>
        )}
      </div>
      <span role="status" className={visuallyHidden}>
        {formatAnnouncement(asked, context.query, page, rows.length)}
      </span>
      {context.message && !isOwnPage && (
        <p className={css.message} role="alert">
          <StatusShape shape="triangle" tone="warn" />
          {context.message}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on a row leaves the focus in the field, so that typing goes on */}
      <div className={css.body} onMouseDown={(event) => event.preventDefault()}>
        <PaletteRows
          rows={rows}
          nothing={page === 'loading' ? 'Loading' : palette.nothing()}
          hint={palette.hint(rows.length)}
          highlighted={highlighted}
          onPoint={(row) => {
            if (isOwnPage) setOwnHighlight(row.id);
            else actor.send({ type: 'highlight.set', id: row.id });
          }}
          onPick={(row) => {
            if (isOwnPage) take(row);
            else actor.send({ type: 'row.clicked', id: row.id });
          }}
        />
        <OptionPreview option={argument && palette.option(highlighted)} />
      </div>
      <Footer
        page={page}
        hasBack={argument !== undefined || context.scope !== undefined}
        isTimePage={page === 'text' && argument?.kind === 'time'}
      />
    </Command>
  );
}
