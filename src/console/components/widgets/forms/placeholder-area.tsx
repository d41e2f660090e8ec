import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { findMatchingPaths } from './known-paths.tsx';
import { buildProposalId, ProposalList } from './proposal-list.tsx';
import { TextArea, type TextAreaProps } from './text-field.tsx';

export type Placeholder = { value: string; label: string };

/** The text between `{{` and the caret, and its start. */
export function findOpenPlaceholder(
  text: string,
  caret: number,
): { from: number; typed: string } | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('{{') + 2;
  const typed = before.slice(from);
  return from >= 2 && /^\w*$/.test(typed) ? { from, typed } : undefined;
}

/** Replaces the typed part by the placeholder with closing braces; the caret follows them. */
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

/**
 * Suggests placeholders after `{{`: arrows choose, Enter or Tab accepts, Escape closes
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function PlaceholderArea({ placeholders, ...props }: PlaceholderAreaProps) {
  const { value, onChange, readOnly } = props;
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
  const isOpen = found.length > 0;
  return (
    <TextArea
      {...props}
      onChange={(text) => {
        onChange(text);
        follow();
      }}
      area={{
        ref: area,
        'aria-autocomplete': 'list',
        'aria-controls': isOpen ? listId : undefined,
        'aria-activedescendant': isOpen ? buildProposalId(listId, current) : undefined,
        onClick: close,
        onBlur: close,
        onKeyDown,
      }}
      after={
        <>
          {isOpen && (
            <ProposalList
              id={listId}
              label={`Placeholders, ${props.label}`}
              proposals={found.map(({ value: name, label }) => ({
                key: name,
                label: name,
                detail: label === name ? '' : label,
              }))}
              current={current}
              anchor={area.current}
              onTake={(index) => take(found[index]?.value ?? '')}
            />
          )}
          <span role="status" className={visuallyHidden}>
            {isOpen ? `${found.length} placeholders` : ''}
          </span>
        </>
      }
    />
  );
}
