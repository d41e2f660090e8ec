import { Select, SelectPopover, SelectProvider } from '@ariakit/react';
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useState,
} from 'react';
import { OptionList, SearchProvider } from '../forms/option-list.tsx';
import type { Option } from '../forms/options.ts';
import * as select from '../forms/select.css.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './sentence.css.ts';

/** A sentence whose parts are edited in place. */
export const Sentence = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className={css.sentence}>
    {children}
  </div>
);

export type PartProps = {
  label: string;
  id?: string | undefined;
  /** Differs from the stored value. */
  isChanged?: boolean;
  isInvalid?: boolean;
  readOnly?: boolean;
};

const SEARCH_FROM = 8;

const buildMarks = ({ isChanged, isInvalid, readOnly }: PartProps) => ({
  'data-changed': isChanged ? '' : undefined,
  'data-invalid': isInvalid ? '' : undefined,
  'data-readonly': readOnly ? '' : undefined,
});

const OPENS = (
  <span className={css.icon}>
    <Icon name="chevronDown" size="s" />
  </span>
);

const OptionPopover = (props: ComponentProps<typeof OptionList>) => (
  <SelectPopover
    typeahead={false}
    gutter={4}
    unmountOnHide
    hideOnEscape={swallowEscape}
    aria-label={props.label}
    className={select.popover}
  >
    <OptionList {...props} />
  </SelectPopover>
);

type SelectPartProps<Value extends string> = PartProps & {
  value: Value;
  options: readonly (Option & { value: Value })[];
  /** Shorter than the option's label. */
  text?: string;
  onChange: (value: Value) => void;
};

export function SelectPart<Value extends string>(props: SelectPartProps<Value>) {
  const { label, id, value, options, text, onChange, readOnly = false } = props;
  const searchable = options.length > SEARCH_FROM;
  const [search, setSearch] = useState('');
  const chosen = options.find((option) => option.value === value);
  return (
    <SearchProvider searchable={searchable} onSearch={setSearch}>
      <SelectProvider value={value} setValue={(next: string) => onChange(next as Value)}>
        <Select
          id={id}
          className={css.part}
          aria-label={`${label}: ${text ?? chosen?.label ?? value}`}
          accessibleWhenDisabled
          disabled={readOnly}
          {...buildMarks(props)}
        >
          {chosen?.shape && <StatusShape shape={chosen.shape} tone={chosen.tone ?? 'text3'} />}
          <span className={css.partText}>{text ?? chosen?.label ?? value}</span>
          {OPENS}
        </Select>
        <OptionPopover label={label} options={options} searchable={searchable} search={search} />
      </SelectProvider>
    </SearchProvider>
  );
}

type ChoicePartProps = PartProps & {
  values: readonly string[];
  options: readonly Option[];
  text: string;
  onChange: (values: string[]) => void;
};

/** Multi-select. */
export function ChoicePart(props: ChoicePartProps) {
  const { label, id, values, options, text, onChange, readOnly = false } = props;
  const searchable = options.length > SEARCH_FROM;
  const [search, setSearch] = useState('');
  return (
    <SearchProvider searchable={searchable} onSearch={setSearch}>
      <SelectProvider value={[...values]} setValue={(next: string[]) => onChange(next)}>
        <Select
          id={id}
          className={css.part}
          aria-label={`${label}: ${text}`}
          accessibleWhenDisabled
          disabled={readOnly}
          {...buildMarks(props)}
        >
          <span className={css.partText}>{text}</span>
          {OPENS}
        </Select>
        <OptionPopover
          label={label}
          options={options}
          searchable={searchable}
          search={search}
          isMulti
          lead={({ value }) => (
            <span className={css.icon}>{values.includes(value) ? <Icon name="check" size="s" /> : null}</span>
          )}
        />
      </SelectProvider>
    </SearchProvider>
  );
}

type TextPartProps = PartProps & {
  value: string;
  placeholder?: string;
  onChange: (text: string) => void;
  /** On blur: shows `value` as formatted. */
  onBlur?: () => void;
  /** ArrowUp and ArrowDown, `isFine` with Shift. */
  onStep?: (direction: 1 | -1, isFine: boolean) => void;
  describedBy?: string | undefined;
  /** Input props; their key handler runs before `onStep`. */
  control?: ComponentPropsWithRef<'input'>;
};

export function TextPart(props: TextPartProps) {
  const {
    label,
    id,
    value,
    placeholder,
    onChange,
    onBlur,
    onStep,
    isInvalid,
    readOnly,
    describedBy,
    control,
  } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    control?.onKeyDown?.(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined;
    if (!direction || !onStep || readOnly) return;
    event.preventDefault();
    onStep(direction, event.shiftKey);
  };
  return (
    <span className={css.part} {...buildMarks(props)}>
      <input
        {...control}
        id={id}
        className={css.input}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        value={value}
        placeholder={placeholder}
        size={Math.max(2, value.length)}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
