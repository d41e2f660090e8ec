import { startTransition, useLayoutEffect, useState } from 'react';
import { type Box, computeShownPart, contains, type Size } from './view-math.ts';
import type { ViewStore } from './view-store.ts';

/** Larger graphs are drawn partially. */
export const DRAWN_WHOLE_UP_TO = 60;
/** All text is readable from this scale on; below, cards show only a large name. */
const FULL_FROM = 0.6;
/** Below this scale no name is readable: cards become boxes. */
const NAME_FROM = 0.33;
/** Share of the frame also drawn beyond each side. */
const AROUND = 0.4;
/** Redraws when less than this margin is left; smaller while moving, for fewer redraws. */
const SPARE = { moving: 0.2, still: 0.3 };
/** After zooming in, an area this many times wider than the frame is replaced. */
const MUCH = 3;
/** Detail changes only after zooming stops. */
const STILL_AFTER_MS = 250;

export type Detail = 'box' | 'name' | 'full';

export type DrawnArea = {
  box: Box;
  /** The visible part when the area was chosen. */
  sight: Box;
  detail: Detail;
};

const [LEAST, MOST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ALL: Box = { left: LEAST, top: LEAST, right: MOST, bottom: MOST };
const NONE: Box = { left: 0, top: 0, right: 0, bottom: 0 };
const EVERYTHING: DrawnArea = { box: ALL, sight: ALL, detail: 'full' };
const NOTHING: DrawnArea = { box: NONE, sight: NONE, detail: 'box' };

export const getDetailAt = (scale: number): Detail => {
  if (scale >= FULL_FROM) return 'full';
  return scale >= NAME_FROM ? 'name' : 'box';
};

function growBox({ left, top, right, bottom }: Box, part: number): Box {
  const [across, down] = [(right - left) * part, (bottom - top) * part];
  return { left: left - across, top: top - down, right: right + across, bottom: bottom + down };
}

/** The next area; the same object while it is still sufficient. */
export function computeNextArea(drawn: DrawnArea, sight: Box, detail: Detail, isStill: boolean): DrawnArea {
  const isSpare = drawn.box.right - drawn.box.left > MUCH * (sight.right - sight.left);
  const serves =
    drawn.detail === detail &&
    !isSpare &&
    contains(drawn.box, growBox(sight, isStill ? SPARE.still : SPARE.moving));
  return serves ? drawn : { box: growBox(sight, AROUND), sight, detail };
}

const toWholeArea = (drawn: DrawnArea, detail: Detail): DrawnArea =>
  drawn.box === ALL && drawn.detail === detail ? drawn : { ...EVERYTHING, detail };

/** Follows the view in steps, so that most moves render nothing. Starts once the nodes have positions. */
export function useDrawnArea(
  store: ViewStore,
  frameSize: () => Size,
  { nodeCount, isPlanned }: { nodeCount: number; isPlanned: boolean },
): DrawnArea {
  const isWhole = nodeCount <= DRAWN_WHOLE_UP_TO;
  const [area, setArea] = useState(isWhole ? EVERYTHING : NOTHING);
  useLayoutEffect(() => {
    if (!isPlanned) return;
    let drawn = NOTHING;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (isStill: boolean, isUrgent = false) => {
      const [view, frame] = [store.get(), frameSize()];
      const hasSize = frame.width > 0;
      const detail = !hasSize ? 'full' : isStill ? getDetailAt(view.scale) : drawn.detail;
      const next =
        isWhole || !hasSize
          ? toWholeArea(drawn, detail)
          : computeNextArea(drawn, computeShownPart(view, frame), detail, isStill);
      if (next === drawn) return;
      drawn = next;
      if (isUrgent) setArea(next);
      else startTransition(() => setArea(next));
    };
    follow(true, true);
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(follow, STILL_AFTER_MS, true);
      follow(false);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, frameSize, isWhole, isPlanned]);
  return area;
}
