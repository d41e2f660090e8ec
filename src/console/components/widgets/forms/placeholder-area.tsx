import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { FieldFrame } from './field.tsx';
import * as css from './form.css.ts';
import { findMatchingPaths } from './known-paths.tsx';
import * as list from './select.css.ts';
import { Counter, type TextAreaProps } from './text-field.tsx';

export type Placeholder = { value: string; label: string };

/** What is typed between two opening braces and the caret, and where it begins. */
export function findOpenPlaceholder(
  text: string,
  caret: number,
): { from: number; typed: string } | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('{{') + 2;
  const typed = before.slice(from);
  return from >= 2 && /^\w*$/.test(typed) ? { from, typed } : undefined;
}

/** Puts it in place of what was typed of it, with its closing braces; the caret stands behind them. */
export function insertPlaceholder(
  text: string,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const open = findOpenPlaceholder(text, caret);
  const from = open?.from ?? caret;
  const rest = text.slice(caret).replace(/^\w*\s*\}\}/, '');
  return { text: `${text.slice(0, from)}${name}}}${rest}`, caret: from + name.length + 2 };
}

type PlaceholderAreaProps = TextAreaProps & { placeholders: readonly Placeholder[] };

/** Text in which `{{` proposes placeholders: arrows choose, Enter or Tab takes one, Escape closes. */
export function PlaceholderArea({ placeholders, ...props }: PlaceholderAreaProps) {
  const { value, onChange, placeholder, maxLength, mono, rows = 3, readOnly } = props;
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const open = caret === undefined || readOnly ? undefined : findOpenPlaceholder(value, caret);
  const names = open
    ? findMatchingPaths(
        placeholders.map((one) => one.value),
        open.typed,
      )
    : [];
  const found = names.flatMap((name) => placeholders.find((one) => one.value === name) ?? []);
  const current = Math.min(at, found.length - 1);
  const close = () => setCaret(undefined);
  const follow = () => {
    setCaret(area.current?.selectionStart);
    setAt(0);
  };
  const take = (name: string) => {
    const element = area.current;
    if (!element) return;
    const next = insertPlaceholder(value, element.selectionStart, name);
    onChange(next.text);
    close();
    requestAnimationFrame(() => element.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[current];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((current + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen.value);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FieldFrame {...props}>
      {(control) => (
        <span
          className={css.areaBox}
          data-invalid={props.error ? '' : undefined}
          data-readonly={readOnly ? '' : undefined}
        >
          <textarea
            {...control}
            ref={area}
            className={[css.area, mono && css.monoInput, maxLength !== undefined && css.countedArea]
              .filter(Boolean)
              .join(' ')}
            rows={rows}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            readOnly={readOnly}
            spellCheck={mono ? false : undefined}
            aria-autocomplete="list"
            aria-controls={found.length > 0 ? listId : undefined}
            aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
            onChange={(event) => {
              onChange(event.target.value);
              follow();
            }}
            onClick={close}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          {maxLength !== undefined && (
            <span className={css.areaCounter}>
              <Counter value={value} maxLength={maxLength} />
            </span>
          )}
          {found.length > 0 && (
            <span
              id={listId}
              role="listbox"
              aria-label={`Placeholders, ${props.label}`}
              className={`${list.plainPopover} ${css.below}`}
            >
              {found.map((one, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the current one
                // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the text
                <span
                  key={one.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  data-active-item={index === current ? '' : undefined}
                  className={list.option}
                  // The text keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(one.value)}
                >
                  <span className={`${list.optionLabel} ${css.monoInput}`}>{one.value}</span>
                  <span>{one.label === one.value ? '' : one.label}</span>
                </span>
              ))}
            </span>
          )}
          <span role="status" className={visuallyHidden}>
            {found.length > 0 ? `${found.length} placeholders` : ''}
          </span>
        </span>
      )}
    </FieldFrame>
  );
}
