import { Combobox, ComboboxProvider, useComboboxStore } from '@ariakit/react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Missing } from '../text/missing.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';
import { findMatchingPaths, KnownPaths } from './known-paths.tsx';

type ListFieldProps = FieldProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  entryName?: string;
  /** `line` is for entries with commas, such as patterns. */
  splitAt?: 'comma' | 'line';
  /** Entries to choose from; others can be typed. Undefined if never known. */
  known?: readonly string[] | undefined;
};

function ShownList(props: ListFieldProps) {
  return (
    <FieldFrame {...props} as="group">
      {(control, labelId) => (
        <div
          id={control.id}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          tabIndex={-1}
          className={css.tokens}
          data-readonly=""
        >
          {props.value.length === 0 && (
            <span className={css.noEntries}>
              <Missing />
            </span>
          )}
          {props.value.map((entry) => (
            <span key={entry} className={css.token}>
              {entry}
            </span>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** Enter (or a comma) adds; Backspace in the empty input edits the last one. */
export function ListField(props: ListFieldProps) {
  const { value, onChange, placeholder, entryName = 'value', splitAt = 'comma', readOnly } = props;
  const { known } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  const separator = splitAt === 'comma' ? /[\n,]/ : /\n/;
  const [draft, setDraft] = useState('');
  const combobox = useComboboxStore({ value: draft, setValue: setDraft });
  const matches = findMatchingPaths(
    (known ?? []).filter((path) => !value.includes(path)),
    draft,
  );
  const isChoosing = () => {
    const { open, activeId } = combobox.getState();
    return open && Boolean(activeId);
  };

  const add = (text: string) => {
    const entries = text
      .split(separator)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !value.includes(entry));
    if (entries.length > 0) onChange([...value, ...new Set(entries)]);
    setDraft('');
    combobox.hide();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    // The form's save keys also save what is typed.
    if ((event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's')) {
      add(draft);
      return;
    }
    if (event.key === 'Enter' && isChoosing()) return;
    if (event.key === 'Enter' || (event.key === ',' && splitAt === 'comma')) {
      if (draft.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && value.length > 0) {
      event.preventDefault();
      setDraft(value.at(-1) ?? '');
      onChange(value.slice(0, -1));
    }
  };
  if (readOnly) return <ShownList {...props} />;
  const typing = {
    ref: inputRef,
    className: css.tokenInput,
    placeholder: placeholder ?? `Add a ${entryName}`,
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown,
    onBlur: () => draft.trim() !== '' && add(draft),
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const text = event.clipboardData.getData('text');
      if (!separator.test(text)) return;
      event.preventDefault();
      add(draft + text);
    },
  } as const;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className={css.tokens} data-invalid={props.error ? '' : undefined}>
          {value.map((entry) => (
            <span key={entry} className={css.token}>
              {entry}
              <button
                type="button"
                className={css.removeButton}
                aria-label={`Remove ${entry}`}
                onClick={() => {
                  onChange(value.filter((other) => other !== entry));
                  inputRef.current?.focus();
                }}
              >
                <Icon name="close" size="xs" />
              </button>
            </span>
          ))}
          {known === undefined ? (
            <input
              {...control}
              {...typing}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
          ) : (
            <ComboboxProvider store={combobox}>
              <Combobox {...control} {...typing} data-proposals="" showOnClick={false} />
              {matches.length > 0 && <KnownPaths label={props.label} paths={matches} onChoose={add} />}
            </ComboboxProvider>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
