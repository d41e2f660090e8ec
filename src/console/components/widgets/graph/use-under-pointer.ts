import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { findNodeAtPoint } from './boxes.ts';
import type { Viewport } from './canvas/use-viewport.ts';
import type { GraphMeasures } from './layout/measures.ts';
import type { GraphLayout } from './types.ts';

type Facts = {
  frameRef: RefObject<HTMLDivElement | null>;
  viewport: Viewport;
  layout: GraphLayout;
  measures: GraphMeasures;
  /** Boxes get no pointer events of their own. */
  hasBoxes: boolean;
  /** A tap on a box; touch has no hover. */
  onTap: (id: string) => void;
};

const TAP_PX = 4;

const isOn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** The node whose box is hovered; it gets a card that can be pressed. */
export function useUnderPointer(facts: Facts): string | undefined {
  const { frameRef, viewport, layout, measures, hasBoxes, onTap } = facts;
  const [id, setId] = useState<string>();
  const pressedAt = useRef<MouseEvent>(undefined);
  const findBox = ({ target, clientX, clientY }: MouseEvent): string | undefined => {
    const frame = frameRef.current;
    if (!frame || isOn(target, 'button, [data-own-pointer]')) return undefined;
    const box = frame.getBoundingClientRect();
    const { x, y, scale } = viewport.store.get();
    const at = { x: (clientX - box.left - x) / scale, y: (clientY - box.top - y) / scale };
    return findNodeAtPoint(layout, measures, at);
  };
  const hear = useEffectEvent((event: MouseEvent) => {
    if (event.type === 'pointerdown') pressedAt.current = event;
    else if (event.type === 'pointermove') {
      const isPanning = frameRef.current?.dataset.panning !== undefined;
      if (!isPanning && !isOn(event.target, '[data-node]')) setId(findBox(event));
    } else {
      const from = pressedAt.current;
      const isTap = from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) <= TAP_PX;
      const tapped = isTap ? findBox(event) : undefined;
      if (tapped !== undefined) onTap(tapped);
    }
  });
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame || !hasBoxes) return;
    const done = new AbortController();
    for (const type of ['pointerdown', 'pointermove', 'click'] as const)
      frame.addEventListener(type, hear, done);
    return () => done.abort();
  }, [frameRef, hasBoxes]);
  return hasBoxes ? id : undefined;
}
