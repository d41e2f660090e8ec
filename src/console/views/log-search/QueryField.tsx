import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { LogFacet } from '../../../contract/entities/log-search.ts';
import type { QueryError } from '../../../contract/log-query/index.ts';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import * as css from './log-search.css.ts';
import { type Completion, findCompletions } from './query-completion.ts';

type QueryFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (text: string) => void;
  /** Enter without a completion. */
  onSubmit: () => void;
  /** Escape without completions. */
  onLeave: () => void;
  facets: readonly LogFacet[];
  error: QueryError | undefined;
};

/** The query line: completions of fields and values below it, or the error under the character that is wrong. */
export function QueryField({ field, value, onChange, onSubmit, onLeave, facets, error }: QueryFieldProps) {
  const listId = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(-1);
  const next = useRef<number>(undefined);
  const { from, options } =
    caret === undefined ? { from: 0, options: [] } : findCompletions(value, caret, facets);
  const isOpen = options.length > 0;
  const active = isOpen && chosen >= 0 ? `${listId}-${chosen}` : undefined;

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const shown = {
      expanded: String(isOpen),
      controls: isOpen ? listId : '',
      activedescendant: active ?? '',
    };
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    for (const [name, text] of Object.entries(shown))
      if (text === '') input.removeAttribute(`aria-${name}`);
      else input.setAttribute(`aria-${name}`, text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the completed text is in the field
  useEffect(() => {
    if (next.current === undefined) return;
    field.current?.setSelectionRange(next.current, next.current);
    setCaret(next.current);
    next.current = undefined;
  }, [value]);

  const close = () => {
    setCaret(undefined);
    setChosen(-1);
  };
  const complete = ({ insert }: Completion) => {
    next.current = from + insert.length;
    setChosen(-1);
    onChange(value.slice(0, from) + insert + value.slice(caret));
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const option = options[chosen] ?? (key === 'Tab' && !event.shiftKey ? options[0] : undefined);
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + options.length + (chosen < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if ((key === 'Enter' || key === 'Tab') && option) {
      event.preventDefault();
      complete(option);
    } else if (key === 'Escape') {
      event.preventDefault();
      if (isOpen) close();
      else onLeave();
    } else if (key === 'Enter') {
      close();
      onSubmit();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the caret of the field inside is followed
    <div
      className={css.query}
      onSelect={(event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement && document.activeElement === target && caret !== undefined)
          setCaret(target.selectionStart ?? undefined);
      }}
      onBlur={close}
    >
      <TextField
        ref={field}
        label="Query"
        hideLabel
        mono
        icon="search"
        keys="/"
        placeholder='Words, "phrases", field:value, field>10, NOT, OR, /regex/'
        value={value}
        onChange={(text) => {
          setCaret(field.current?.selectionStart ?? text.length);
          setChosen(-1);
          onChange(text);
        }}
        onKeyDown={handleKey}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="Completions" className={css.completions}>
          {options.map((option, at) => (
            <div
              key={option.label}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              className={css.completion}
              onPointerDown={(event) => {
                event.preventDefault();
                complete(option);
              }}
            >
              <span className={css.completionName}>{option.label}</span>
              <span className={css.completionDetail}>{option.detail}</span>
            </div>
          ))}
        </div>
      )}
      {error && !isOpen && (
        <div className={css.queryError}>
          <div aria-hidden="true" className={css.errorLine}>
            <span className={css.errorBefore}>{value.slice(0, error.at)}</span>
            <span className={css.errorMark}>{value.slice(error.at, error.at + error.length) || ' '}</span>
          </div>
          <p role="alert" className={css.errorText}>
            Character {error.at + 1}: {error.message}
          </p>
        </div>
      )}
    </div>
  );
}
