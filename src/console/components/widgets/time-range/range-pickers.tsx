import { useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { DateTimePicker } from './date-time-picker.tsx';
import { DATE_TIME_FORMAT, formatDateTimeInput, readDateTime } from './date-time-text.ts';
import * as css from './time-range.css.ts';
import type { Picking, RangeEnd, RangeProblem } from './types.ts';

const LABELS: Record<RangeEnd, string> = { from: 'From', to: 'To' };
const formatInputText = (unixSeconds: number | undefined): string =>
  unixSeconds === undefined ? '' : formatDateTimeInput(unixSeconds);
const toUnreadableProblem = (end: RangeEnd): RangeProblem => ({
  end,
  text: `${LABELS[end]} cannot be read. Type it as ${DATE_TIME_FORMAT}.`,
});

/** Shows one message at a time. */
export function RangePickers({ from, to, problem, limits, onSet, onApply }: Picking) {
  const [drafts, setDrafts] = useState({ from: formatInputText(from), to: formatInputText(to) });
  const [own, setOwn] = useState<RangeProblem>();
  const [attempt, setAttempt] = useState(0);
  const entries = {
    from: useRef<HTMLInputElement>(null),
    to: useRef<HTMLInputElement>(null),
  };
  const rangeApply = useRef<HTMLButtonElement>(null);
  const shown = own ?? problem;
  const confirmed = { from, to };

  useEffect(() => entries.from.current?.focus(), [entries.from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to its field, the same one too
  useEffect(() => {
    if (attempt > 0 && shown) entries[shown.end].current?.focus();
  }, [attempt]);

  const type = (end: RangeEnd, text: string) => {
    setDrafts((former) => ({ ...former, [end]: text }));
    if (own?.end === end) setOwn(undefined);
  };
  /** False if the text is invalid. */
  const confirm = (end: RangeEnd, isAsked: boolean): boolean => {
    const text = drafts[end].trim();
    const read = readDateTime(text, limits.end);
    if (read === undefined && text !== '') {
      setOwn(toUnreadableProblem(end));
      setAttempt((count) => count + 1);
      return false;
    }
    setOwn(undefined);
    setDrafts((former) => ({ ...former, [end]: formatInputText(read) }));
    if (isAsked || read !== confirmed[end]) onSet(end, read);
    return true;
  };
  const applyOne = (end: RangeEnd) => {
    if (!confirm(end, true)) return;
    if (end === 'from') entries.to.current?.focus();
    else rangeApply.current?.focus();
  };
  const applyRange = () => {
    if (!confirm('from', false) || !confirm('to', false)) return;
    onApply();
    setAttempt((count) => count + 1);
  };
  const picker = (end: RangeEnd) => (
    <DateTimePicker
      label={LABELS[end]}
      text={drafts[end]}
      onText={(text) => type(end, text)}
      confirmed={confirmed[end]}
      onApply={() => applyOne(end)}
      limits={limits}
      dayMeans={end === 'from' ? 'start' : 'end'}
      problem={shown?.end === end ? shown.text : undefined}
      entryRef={entries[end]}
    />
  );
  return (
    <fieldset className={css.pickers} aria-label="Custom Range">
      <div className={css.pickerPair}>
        {picker('from')}
        {picker('to')}
      </div>
      <div className={css.rangeFoot}>
        <span className={css.note}>Each Apply above sets its time; this one sets the range.</span>
        <Button ref={rangeApply} variant="primary" onClick={applyRange}>
          Apply
        </Button>
      </div>
    </fieldset>
  );
}
