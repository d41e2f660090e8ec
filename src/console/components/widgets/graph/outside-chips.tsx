import { useEffect, useState } from 'react';
import { cut } from '../../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import type { Viewport } from './canvas/use-viewport.ts';
import { type Box, type Size, toFrameBox, type View } from './canvas/view-math.ts';
import * as css from './graph.css.ts';
import type { GraphMeasures } from './layout/measures.ts';
import type { GraphLayout, GraphNodeView } from './types.ts';

/** More chips would cover the graph. */
const MOST_PER_SIDE = 3;
const CHIP_PX = 34;
const TOP_PX = 8;
/** Room for legend and zoom buttons. */
const FOOT_PX = 56;
/** Time after its last move until the view counts as still. */
const STILL_AFTER_MS = 120;

type Side = 'left' | 'right';
type Chip = { node: GraphNodeView; side: Side; y: number };

const ARROWS = { left: 'arrowLeft', right: 'arrowRight' } as const;

type Facts = { neighbours: readonly GraphNodeView[]; layout: GraphLayout; measures: GraphMeasures };

const findSide = (box: Box, frame: Size): Side | undefined => {
  if (box.right < 0) return 'left';
  return box.left > frame.width ? 'right' : undefined;
};

function toChips({ neighbours, layout, measures }: Facts, view: View, frame: Size): Chip[] {
  if (frame.width === 0) return [];
  const found = neighbours.flatMap((node) => {
    const at = layout.nodes[node.id];
    if (!at) return [];
    const card = { left: at.x, top: at.y, right: at.x + measures.width, bottom: at.y + measures.height };
    const box = toFrameBox(card, view);
    const side = findSide(box, frame);
    return side ? [{ node, side, y: (box.top + box.bottom) / 2 - CHIP_PX / 2 }] : [];
  });
  const last = frame.height - FOOT_PX - CHIP_PX;
  return [...Map.groupBy(found, (chip) => chip.side).values()].flatMap((group) => {
    const shown = group.sort((a, b) => a.y - b.y).slice(0, MOST_PER_SIDE);
    let free = TOP_PX;
    return shown.map((chip, index) => {
      const lowest = last - (shown.length - 1 - index) * CHIP_PX;
      const y = Math.max(free, Math.min(chip.y, lowest));
      free = y + CHIP_PX;
      return { ...chip, y };
    });
  });
}

type OutsideChipsProps = Facts & { viewport: Viewport; onGo: (id: string) => void };

/**
 * Off-screen neighbors of the current node, pinned to the left or right edge. For the pointer only; arrow
 * keys reach them too.
 */
export function OutsideChips({ viewport, onGo, ...facts }: OutsideChipsProps) {
  const { neighbours, layout, measures } = facts;
  const { store, frameSize } = viewport;
  const [chips, setChips] = useState<readonly Chip[]>([]);
  useEffect(() => {
    const read = () => setChips(toChips({ neighbours, layout, measures }, store.get(), frameSize()));
    let timer = setTimeout(read, STILL_AFTER_MS);
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(read, STILL_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [neighbours, layout, measures, store, frameSize]);
  return chips.map(({ node, side, y }) => (
    <button
      key={node.id}
      type="button"
      tabIndex={-1}
      className={css.outside}
      data-side={side}
      data-own-pointer=""
      style={{ top: y }}
      aria-label={`${node.title}, out of sight`}
      onClick={() => onGo(node.id)}
    >
      <Icon name={ARROWS[side]} size="s" />
      <span className={cut}>{node.title}</span>
    </button>
  ));
}
