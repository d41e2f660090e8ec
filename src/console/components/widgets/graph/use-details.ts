import { useEffect, useMemo, useRef, useState } from 'react';
import type { Detail, DrawnArea } from './canvas/use-drawn-area.ts';
import { type Box, doBoxesOverlap } from './canvas/view-math.ts';

const [FEWEST, MOST] = [3, 24];
/** A longer frame is too slow. */
const LONG_MS = 25;

const FIRST_PACE = 4;

/** Cards to add next: one more while frames are on time, half after a slow one. */
export const computeNextCardCount = (cards: number, frameMs: number): number =>
  Math.min(MOST, Math.max(FEWEST, frameMs > LONG_MS ? Math.floor(cards / 2) : cards + 1));

type Details = ReadonlyMap<string, Detail>;
const UNDRAWN: Details = new Map();
/** Removing cards, or adding name-only ones, is this many times cheaper than adding full cards. */
const CHEAPER = 4;
/** Up to this many off-screen cards are kept, for quick return. */
const KEPT = 250;

const computeCenter = ({ left, top, right, bottom }: Box) => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Nearest to the visible center first, without boxes. */
function computeWantedDetails(boxes: ReadonlyMap<string, Box>, { box, sight, detail }: DrawnArea): Details {
  if (detail === 'box') return UNDRAWN;
  const centre = computeCenter(sight);
  const distance = (at: Box) => Math.hypot(computeCenter(at).x - centre.x, computeCenter(at).y - centre.y);
  return new Map(
    [...boxes]
      .filter(([, at]) => doBoxesOverlap(at, box))
      .map(([id, at]) => [id, Number.isFinite(centre.x) ? distance(at) : 0] as const)
      .sort((a, b) => a[1] - b[1])
      .map(([id]) => [id, detail]),
  );
}

/**
 * One frame's step from drawn to wanted; the same map when done. Removes outdated detail first, then the
 * oldest off-screen cards above the limit.
 */
export function addNextDetails(drawn: Details, wanted: Details, cards: number): Details {
  const missing = [...wanted].filter(([id, detail]) => drawn.get(id) !== detail);
  const isName = missing[0]?.[1] === 'name';
  const more = missing.slice(0, isName ? cards * CHEAPER : cards);
  if (more.length > 0) return new Map([...drawn, ...more]);
  const [kept] = wanted.values();
  const spare = [...drawn.keys()].filter((id) => !wanted.has(id));
  const other = spare.filter((id) => drawn.get(id) !== kept);
  const less = (other.length > 0 ? other : spare.slice(0, Math.max(0, drawn.size - KEPT))).slice(
    0,
    cards * CHEAPER,
  );
  if (less.length === 0) return drawn;
  const rest = new Map(drawn);
  for (const id of less) rest.delete(id);
  return rest;
}

/**
 * Detail of each card; a missing one is a box. The first visible cards are drawn at once, later changes a few
 * per frame, paced by the machine. A small graph is drawn at once.
 */
export function useDetails(boxes: ReadonlyMap<string, Box>, area: DrawnArea): Details {
  const wanted = useMemo(() => computeWantedDetails(boxes, area), [boxes, area]);
  const [drawn, setDrawn] = useState(UNDRAWN);
  const pace = useRef(FIRST_PACE);
  const isWhole = !Number.isFinite(area.box.left);
  let current = isWhole ? wanted : drawn;
  if (!isWhole && drawn === UNDRAWN && wanted !== UNDRAWN && wanted.size > 0) {
    current = new Map(
      [...wanted].filter(([id]) => {
        const at = boxes.get(id);
        return at && doBoxesOverlap(at, area.sight);
      }),
    );
    setDrawn(current);
  }
  useEffect(() => {
    if (isWhole || addNextDetails(drawn, wanted, 1) === drawn) return;
    const frame = requestAnimationFrame((now) => {
      requestAnimationFrame((next) => {
        pace.current = computeNextCardCount(pace.current, next - now);
      });
      setDrawn(addNextDetails(drawn, wanted, pace.current));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, wanted, drawn]);
  return current;
}
