import { Toolbar, ToolbarItem, ToolbarProvider } from '@ariakit/react';
import { Icon } from '../icons/icon.tsx';
import { formatUtcOffset, getZoneName } from './date-time-text.ts';
import { RangePickers } from './range-pickers.tsx';
import * as css from './time-range.css.ts';
import type { Picking, TimePresetOption, WordsReading } from './types.ts';
import { WordsField } from './words-field.tsx';

export type TimeRangePanelProps = {
  presets: readonly TimePresetOption[];
  onPreset: (id: string) => void;
  isCustom: boolean;
  onCustom: () => void;
  picking: Picking | undefined;
  readWords: (words: string) => WordsReading | undefined;
  onWords: (words: string) => void;
  /** Undefined while the range is the default. */
  onReset: (() => void) | undefined;
  nowUnixSeconds: number;
};

export function TimeRangePanel(props: TimeRangePanelProps) {
  const { presets, onPreset, isCustom, onCustom, picking, readWords, onWords, onReset, nowUnixSeconds } =
    props;
  const current = (isCurrent: boolean) => ({
    'aria-current': isCurrent ? ('true' as const) : undefined,
    // Unless the pickers take the focus.
    ...(isCurrent && !picking ? { autoFocus: true } : {}),
  });
  return (
    <div className={css.panel} data-picking={picking ? '' : undefined}>
      <WordsField read={readWords} onTake={onWords} />
      <div className={css.choices}>
        <ToolbarProvider orientation="both" focusLoop>
          <Toolbar aria-label="Presets" className={css.presets}>
            {presets.map(({ id, label, isCurrent }) => (
              <ToolbarItem
                key={id}
                className={css.preset}
                {...current(isCurrent)}
                onClick={() => onPreset(id)}
              >
                <span className={css.tick}>{isCurrent && <Icon name="check" size="s" />}</span>
                {label}
              </ToolbarItem>
            ))}
            <ToolbarItem
              className={css.preset}
              aria-expanded={picking !== undefined}
              {...current(isCustom)}
              onClick={onCustom}
            >
              <span className={css.tick}>{isCustom && <Icon name="check" size="s" />}</span>
              Custom Range
              <Icon name="chevronRight" size="s" className={css.presetEnd} />
            </ToolbarItem>
          </Toolbar>
        </ToolbarProvider>
        {picking && <RangePickers {...picking} />}
      </div>
      <div className={css.panelFoot}>
        <span className={css.note}>
          Local time, {getZoneName()} ({formatUtcOffset(nowUnixSeconds)})
        </span>
        {onReset && (
          <button type="button" className={css.reset} onClick={onReset}>
            Reset
          </button>
        )}
      </div>
    </div>
  );
}
