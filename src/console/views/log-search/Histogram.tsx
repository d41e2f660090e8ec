import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { formatExact } from '../../lib/format.ts';
import { type Bar, describeSelection, formatBarTime, type Selection, toSelected } from './histogram-data.ts';
import * as css from './log-search.css.ts';

type HistogramProps = {
  box: RefObject<HTMLDivElement | null>;
  bars: readonly Bar[];
  selected: Selection | undefined;
  onSelect: (selected: Selection | undefined) => void;
  onZoom: () => void;
  onLeave: () => void;
};

const LABEL =
  'Matches over time: Left and Right choose, with Shift more than one, Enter zooms, Escape leaves';

/** Bars are selected by dragging or with keys. */
export function Histogram({ box, bars, selected, onSelect, onZoom, onLeave }: HistogramProps) {
  const [anchor, setAnchor] = useState<number>();
  const [isDragging, setDragging] = useState(false);
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const last = bars.length - 1;
  const head = selected && (anchor === selected.from ? selected.to : selected.from);

  const handleKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step !== undefined) {
      const at = Math.min(last, Math.max(0, (head ?? (step > 0 ? -1 : last + 1)) + step));
      const start = shiftKey && anchor !== undefined ? anchor : at;
      setAnchor(start);
      onSelect(toSelected(start, at));
    } else if (key === 'Enter' && selected) onZoom();
    else if (key === 'Escape') selected ? onSelect(undefined) : onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const findBar = (event: PointerEvent<HTMLDivElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length)));
  };

  return (
    <div className={css.histogram}>
      <span className={css.scale} aria-hidden="true">
        <span>{formatExact(max)}</span>
        <span>0</span>
      </span>
      <div
        ref={box}
        role="slider"
        aria-label={LABEL}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={head ?? last}
        aria-valuetext={selected ? describeSelection(bars, selected) : 'Nothing is chosen'}
        tabIndex={0}
        className={css.bars}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = findBar(event);
          setAnchor(at);
          setDragging(true);
          onSelect(toSelected(at, at));
        }}
        onPointerMove={(event) => {
          if (isDragging && anchor !== undefined) onSelect(toSelected(anchor, findBar(event)));
        }}
        onPointerUp={() => setDragging(false)}
      >
        {bars.map(({ start, count, isCounted }, at) => (
          <span
            key={start}
            className={css.bar}
            data-uncounted={isCounted ? undefined : ''}
            data-selected={selected && at >= selected.from && at <= selected.to ? '' : undefined}
          >
            <span
              className={css.barFill}
              style={{ height: count === 0 ? 0 : `max(2px, ${(count / max) * 100}%)` }}
            />
          </span>
        ))}
      </div>
      <span className={css.ticks} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75].map((part) => (
          <span key={part}>{formatBarTime(bars[Math.floor(part * bars.length)]?.start ?? 0, bars)}</span>
        ))}
        <span>{formatBarTime(bars.at(-1)?.end ?? 0, bars)}</span>
      </span>
    </div>
  );
}
