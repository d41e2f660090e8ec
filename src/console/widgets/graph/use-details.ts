import { useEffect, useMemo, useRef, useState } from 'react';
import type { Detail, DrawnArea } from './canvas/use-drawn-area.ts';
import { type Box, meet } from './canvas/view-math.ts';
import { FIRST_PACE, paced } from './pace.ts';

type Details = ReadonlyMap<string, Detail>;
const UNDRAWN: Details = new Map();
/** So many times as fast cards go as they come, and names alone come. */
const CHEAPER = 4;
/** Up to so many cards stay when they are out of sight: who comes back finds them there. */
const KEPT = 250;

const middle = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** What is to be drawn, nearest to the middle of what is in sight first. Boxes are not named. */
function wantedOf(boxes: ReadonlyMap<string, Box>, { box, sight, detail }: DrawnArea): Details {
  if (detail === 'box') return UNDRAWN;
  const centre = middle(sight);
  const distance = (at: Box) => Math.hypot(middle(at).x - centre.x, middle(at).y - centre.y);
  return new Map(
    [...boxes]
      .filter(([, at]) => meet(at, box))
      .map(([id, at]) => [id, Number.isFinite(centre.x) ? distance(at) : 0] as const)
      .sort((a, b) => a[1] - b[1])
      .map(([id]) => [id, detail]),
  );
}

/**
 * One frame's work of so many cards from what is drawn to what is wanted; the same map when nothing is left.
 * What is drawn otherwise than wanted goes; of what is only out of sight, the oldest goes when it is much.
 */
export function nextDetails(drawn: Details, wanted: Details, cards: number): Details {
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
 * How much is drawn of each card; one that is missing is a box. What is in sight is drawn at once when the graph
 * comes, later changes a few cards a frame, as many as the machine takes; all at once where everything is drawn.
 */
export function useDetails(boxes: ReadonlyMap<string, Box>, area: DrawnArea): Details {
  const wanted = useMemo(() => wantedOf(boxes, area), [boxes, area]);
  const [drawn, setDrawn] = useState(UNDRAWN);
  const pace = useRef(FIRST_PACE);
  const isWhole = !Number.isFinite(area.box.left);
  let current = isWhole ? wanted : drawn;
  if (!isWhole && drawn === UNDRAWN && wanted !== UNDRAWN && wanted.size > 0) {
    current = new Map(
      [...wanted].filter(([id]) => {
        const at = boxes.get(id);
        return at && meet(at, area.sight);
      }),
    );
    setDrawn(current);
  }
  useEffect(() => {
    if (isWhole || nextDetails(drawn, wanted, 1) === drawn) return;
    const frame = requestAnimationFrame((now) => {
      requestAnimationFrame((next) => {
        pace.current = paced(pace.current, next - now);
      });
      setDrawn(nextDetails(drawn, wanted, pace.current));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, wanted, drawn]);
  return current;
}
