import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { FieldFrame } from '../forms/field.tsx';
import * as formCss from '../forms/form.css.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import { Calendar } from './calendar.tsx';
import {
  DATE_TIME_FORMAT,
  formatDateTimeInput,
  formatUtcOffset,
  readDateTime,
  stepDateTime,
} from './date-time-text.ts';
import { TimeFields } from './time-fields.tsx';
import * as css from './time-range.css.ts';

type DateTimePickerProps = {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Unix seconds. */
  confirmed: number | undefined;
  onApply: () => void;
  limits: { start: number; end: number };
  /** Meaning of a day without a time. */
  dayMeans: 'start' | 'end';
  problem: string | undefined;
  entryRef: Ref<HTMLInputElement>;
};

/** A calendar day at the set time, else at its start or end, at most now. */
function computeSecondsOnDay(
  day: Date,
  time: Date | undefined,
  dayMeans: 'start' | 'end',
  last: number,
): number {
  const at = new Date(day);
  if (time) at.setHours(time.getHours(), time.getMinutes(), time.getSeconds());
  else if (dayMeans === 'start') at.setHours(0, 0, 0);
  else at.setHours(23, 59, 59);
  return Math.min(Math.floor(at.getTime() / 1000), last);
}

export function DateTimePicker(props: DateTimePickerProps) {
  const { label, text, onText, confirmed, onApply, limits, dayMeans, problem, entryRef } = props;
  const messageId = useId();
  const read = readDateTime(text, limits.end);
  const isConfirmed = confirmed !== undefined && read === confirmed;
  const marked = useRef<{ input: HTMLInputElement; start: number; end: number }>(undefined);
  // Keep the stepped part selected.
  useLayoutEffect(() => {
    marked.current?.input.setSelectionRange(marked.current.start, marked.current.end);
    marked.current = undefined;
  });
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const input = event.currentTarget;
    const isInFormat = read !== undefined && formatDateTimeInput(read) === text;
    const stepped = stepDateTime(read ?? limits.end, isInFormat ? (input.selectionStart ?? 19) : 19, by);
    marked.current = { input, start: stepped.start, end: stepped.end };
    onText(stepped.text);
  };
  const chosen = read === undefined ? undefined : new Date(read * 1000);
  const offset = formatUtcOffset(read ?? limits.end);
  const isOtherOffset = offset !== formatUtcOffset(limits.end);
  return (
    <form
      className={css.picker}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      {/* Not a fieldset: it does not support subgrid rows. */}
      <div role="group" className={css.pickerParts} aria-label={label}>
        <FieldFrame label={label}>
          {(control) => (
            <span className={formCss.box} data-invalid={problem === undefined ? undefined : ''}>
              <input
                {...control}
                ref={entryRef}
                aria-invalid={problem === undefined ? undefined : true}
                aria-describedby={problem === undefined ? undefined : messageId}
                className={`${formCss.input} ${formCss.monoInput}`}
                value={text}
                placeholder={DATE_TIME_FORMAT}
                autoComplete="off"
                spellCheck={false}
                onKeyDown={step}
                onChange={(event) => onText(event.target.value)}
              />
              {isOtherOffset && <span className={css.note}>{offset}</span>}
              {isConfirmed && <StatusShape shape="check" tone="ok" />}
            </span>
          )}
        </FieldFrame>
        <span className={css.messageSlot}>
          {problem !== undefined && (
            <span id={messageId} role="alert" className={formCss.error}>
              <StatusShape shape="octagon" tone="err" size={12} />
              {problem}
            </span>
          )}
        </span>
        <Calendar
          label={label}
          selected={chosen}
          first={new Date(limits.start * 1000)}
          last={new Date(limits.end * 1000)}
          onSelect={(day) =>
            onText(formatDateTimeInput(computeSecondsOnDay(day, chosen, dayMeans, limits.end)))
          }
        />
        <span className={css.pickerFoot}>
          <TimeFields
            at={
              chosen ??
              new Date(
                computeSecondsOnDay(new Date(limits.end * 1000), undefined, 'start', limits.end) * 1000,
              )
            }
            isSet={chosen !== undefined}
            onChange={(unixSeconds) => onText(formatDateTimeInput(unixSeconds))}
          />
          <Button type="submit" size="small" aria-label={`Apply ${label}`}>
            Apply
          </Button>
        </span>
      </div>
    </form>
  );
}
