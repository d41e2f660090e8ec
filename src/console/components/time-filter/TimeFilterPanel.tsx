import { useSelector } from '@xstate/react';
import { type RefObject, useState } from 'react';
import {
  computePickerLimits,
  formatRange,
  selectIsDefault,
  selectIsPicking,
  selectProblem,
  selectRange,
  TIME_PRESETS,
} from '../../../../machines/time-filter/index.ts';
import { listTimeRows, readTimeText } from '../../commands/palette/time-page.ts';
import { runCommand } from '../../commands/runtime.ts';
import { closeTimePanel, getNowUnixSeconds, timeFilterActor } from '../../state/time-filter.ts';
import TimeRangePopover from '../widgets/time-range/time-range-popover.tsx';
import type { Picking, WordsReading } from '../widgets/time-range/types.ts';

const { send } = timeFilterActor;

function readWords(words: string): WordsReading | undefined {
  if (words.trim() === '') return undefined;
  const { error } = readTimeText(words);
  const row = listTimeRows(words).find(({ section }) => section === 'Reads as');
  if (error !== undefined || !row) return { title: error ?? '', isRefused: true };
  return { title: row.title, detail: row.detail, isRefused: false };
}

export default function TimeFilterPanel({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const snapshot = useSelector(timeFilterActor, (now) => now);
  // Fixed while the popover is open.
  const [now] = useState(getNowUnixSeconds);
  const range = selectRange(snapshot);
  const picking: Picking = {
    from: snapshot.context.from,
    to: snapshot.context.to,
    problem: selectProblem(snapshot),
    limits: computePickerLimits(now),
    onSet: (end, unixSeconds) => send({ type: end === 'from' ? 'from.set' : 'to.set', unixSeconds }),
    onApply: () => send({ type: 'custom.applied', now: getNowUnixSeconds() }),
  };
  const take = (text: string) => {
    // Choosing the current range also closes the popover.
    closeTimePanel();
    runCommand('time.select', { range: text });
  };
  return (
    <TimeRangePopover
      anchor={anchor.current}
      onClose={closeTimePanel}
      presets={TIME_PRESETS.map(({ id, label }) => ({
        id,
        label: `Last ${label}`,
        isCurrent: range.kind === 'preset' && range.preset === id,
      }))}
      onPreset={take}
      isCustom={range.kind === 'custom'}
      onCustom={() => send({ type: 'custom.opened' })}
      picking={selectIsPicking(snapshot) ? picking : undefined}
      readWords={readWords}
      onWords={(words) => {
        const read = readTimeText(words);
        if (read.range) take(formatRange(read.range));
      }}
      onReset={selectIsDefault(snapshot) ? undefined : () => runCommand('time.reset')}
      nowUnixSeconds={now}
    />
  );
}
