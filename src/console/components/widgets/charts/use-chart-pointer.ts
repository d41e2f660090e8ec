import { type PointerEvent, type RefObject, useRef } from 'react';
import { type ChartCursor, findNearestIndex } from './chart-cursor.ts';
import type { DrawnChart } from './draw-chart.ts';

type Options = {
  drawn: DrawnChart | undefined;
  times: readonly number[];
  canSelect: boolean;
  cursor: ChartCursor;
  tip: RefObject<HTMLElement | null>;
  setCursor: (cursor: ChartCursor) => void;
  apply: (cursor: ChartCursor) => void;
};

const DRAG_FROM_PX = 4;

/**
 * Keeps the crosshair while the pointer is on or moving to the tooltip
 * (https://www.w3.org/WAI/WCAG21/Understanding/content-on-hover-or-focus).
 */
function isNearTip(event: PointerEvent, tip: HTMLElement | null, crosshair: number): boolean {
  if (!tip) return false;
  const { left, right, top, bottom } = tip.getBoundingClientRect();
  const { clientX, clientY } = event;
  const [from, to] = [Math.min(left, crosshair), Math.max(right, crosshair)];
  return clientY >= top && clientY <= bottom && clientX >= from && clientX <= to;
}

export function useChartPointer(options: Options) {
  const { drawn, times, canSelect, cursor, tip, setCursor, apply } = options;
  const drag = useRef<{ x: number; from: number; isMoving: boolean }>(undefined);
  /** Escape hides the tooltip until the next bucket. */
  const dismissed = useRef<number>(undefined);
  const findBucket = (event: PointerEvent<HTMLElement>): number | undefined => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return drawn && times[findNearestIndex(times, drawn.timeAt(event.clientX - left))];
  };
  const end = (event: PointerEvent<HTMLElement>, isApplied: boolean) => {
    const own = drag.current;
    drag.current = undefined;
    if (!own?.isMoving) return;
    const at = findBucket(event);
    if (isApplied && at !== undefined) apply({ at, mark: own.from });
    else setCursor({});
  };
  return {
    /** Cancels a drag while the button may still be down. */
    cancel: () => {
      drag.current = undefined;
      dismissed.current = cursor.at;
    },
    handlers: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = findBucket(event);
        if (at === undefined || !drawn) return;
        const own = drag.current;
        if (own) {
          own.isMoving ||= Math.abs(event.clientX - own.x) >= DRAG_FROM_PX;
          if (own.isMoving) setCursor({ at, mark: own.from });
          return;
        }
        if (cursor.mark !== undefined) return;
        const { left } = event.currentTarget.getBoundingClientRect();
        if (cursor.at !== undefined && isNearTip(event, tip.current, left + drawn.xOf(cursor.at))) return;
        if (at === dismissed.current) return;
        dismissed.current = undefined;
        if (at !== cursor.at) setCursor({ at });
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const from = findBucket(event);
        if (!canSelect || event.button !== 0 || from === undefined) return;
        drag.current = { x: event.clientX, from, isMoving: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      onPointerLeave: () => {
        dismissed.current = undefined;
        if (!drag.current && cursor.mark === undefined) setCursor({});
      },
    },
  };
}
