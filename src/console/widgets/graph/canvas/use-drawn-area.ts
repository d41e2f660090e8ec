import { startTransition, useLayoutEffect, useState } from 'react';
import { type Box, contains, type Size, shownPart } from './view-math.ts';
import type { ViewStore } from './view-store.ts';

/** Up to so many nodes everything is drawn, wherever it lies. */
export const DRAWN_WHOLE_UP_TO = 60;
/** From this scale the words of a card can be read; below it a card has its name alone, in large. */
const FULL_FROM = 0.6;
/** Below this scale a card is only a box: no name that fits is large enough for anyone. */
const NAME_FROM = 0.33;
/** So much of the frame is drawn on each side of it. */
const AROUND = 0.4;
/** More is drawn already when so much is left: while it moves late, so that it is not chosen anew all the time. */
const SPARE = { moving: 0.2, still: 0.3 };
/** An area that is so many times as wide as the frame is drawn smaller: the view was zoomed in. */
const MUCH = 3;
/** How much a card shows changes when the view is still: while it is zoomed, it is drawn as it was. */
const STILL_AFTER_MS = 250;

/** How much is drawn of a card: a box, its name, or all there is to say. */
export type Detail = 'box' | 'name' | 'full';

/** What is drawn of a large graph: cards only where they are seen. */
export type DrawnArea = {
  box: Box;
  /** The part that was in sight when the area was chosen. */
  sight: Box;
  detail: Detail;
};

const [LEAST, MOST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ALL: Box = { left: LEAST, top: LEAST, right: MOST, bottom: MOST };
const NONE: Box = { left: 0, top: 0, right: 0, bottom: 0 };
const EVERYTHING: DrawnArea = { box: ALL, sight: ALL, detail: 'full' };
const NOTHING: DrawnArea = { box: NONE, sight: NONE, detail: 'box' };

export const detailAt = (scale: number): Detail => {
  if (scale >= FULL_FROM) return 'full';
  return scale >= NAME_FROM ? 'name' : 'box';
};

/** A box with room on each side, as a part of its own sides. */
function grown({ left, top, right, bottom }: Box, part: number): Box {
  const [across, down] = [(right - left) * part, (bottom - top) * part];
  return { left: left - across, top: top - down, right: right + across, bottom: bottom + down };
}

/** The area to draw next, or the same while that still serves. */
export function nextArea(drawn: DrawnArea, sight: Box, detail: Detail, isStill: boolean): DrawnArea {
  const isSpare = drawn.box.right - drawn.box.left > MUCH * (sight.right - sight.left);
  const serves =
    drawn.detail === detail &&
    !isSpare &&
    contains(drawn.box, grown(sight, isStill ? SPARE.still : SPARE.moving));
  return serves ? drawn : { box: grown(sight, AROUND), sight, detail };
}

/** The area of a graph that is small enough to be drawn as a whole. */
const wholeArea = (drawn: DrawnArea, detail: Detail): DrawnArea =>
  drawn.box === ALL && drawn.detail === detail ? drawn : { ...EVERYTHING, detail };

/**
 * Follows the view in steps, so that moving it draws nothing most of the time. It begins when the nodes have
 * places: before that the view is nowhere.
 */
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
      const detail = !hasSize ? 'full' : isStill ? detailAt(view.scale) : drawn.detail;
      const next =
        isWhole || !hasSize
          ? wholeArea(drawn, detail)
          : nextArea(drawn, shownPart(view, frame), detail, isStill);
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
