import type { KeyboardEvent, Ref } from 'react';
import { formatSpokenBinding } from '../../../lib/key-text.ts';
import { FieldFrame } from '../forms/field.tsx';
import * as formCss from '../forms/form.css.ts';
import { Icon } from '../icons/icon.tsx';
import { KeySequence } from './key-chip.tsx';
import * as css from './key-recorder.css.ts';

export type RecordedPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
};

type KeyRecorderProps = {
  label: string;
  /** Keys so far: `g p`; initially empty. */
  binding: string;
  /** All keys but Tab. */
  onPress: (press: RecordedPress) => void;
  placeholder?: string;
  help?: string;
  error?: string | undefined;
  hideLabel?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A text input, so that screen readers pass on every key; its value is the keys in words. Tab and Shift+Tab
 * leave it.
 */
export function KeyRecorder(props: KeyRecorderProps) {
  const { binding, onPress, placeholder, error } = props;
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    // The key that opened the recorder may still be held down.
    if (event.repeat) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    onPress({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing: event.nativeEvent.isComposing });
  };
  return (
    <FieldFrame label={props.label} help={props.help} error={error} hideLabel={props.hideLabel}>
      {(control) => (
        <span className={formCss.box} data-invalid={error ? '' : undefined}>
          <Icon name="keyboard" />
          <span className={css.face}>
            <input
              {...control}
              ref={props.ref}
              className={css.input}
              value={binding === '' ? '' : formatSpokenBinding(binding)}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              aria-roledescription="key recorder"
              onChange={() => undefined}
              onKeyDown={pressed}
            />
            {binding !== '' && (
              <span className={css.chips} aria-hidden="true">
                <KeySequence binding={binding} variant="pending" large decorative />
              </span>
            )}
          </span>
        </span>
      )}
    </FieldFrame>
  );
}
