import { useEffect, useState } from 'react';
import { cut } from '../../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
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
/** The view counts as still this long after its last move. */
const STILL_AFTER_MS = 120;

type Facts = {
  nodes: readonly GraphNodeView[];
  neighbours: readonly GraphNodeView[];
  layout: GraphLayout;
  measures: GraphMeasures;
};
type Outside = { node: GraphNodeView; box: Box };

function listBoxes(nodes: readonly GraphNodeView[], { layout, measures }: Facts, view: View): Outside[] {
  return nodes.flatMap((node) => {
    const at = layout.nodes[node.id];
    if (!at) return [];
    const card = { left: at.x, top: at.y, right: at.x + measures.width, bottom: at.y + measures.height };
    return [{ node, box: toFrameBox(card, view) }];
  });
}

type SideChip = { node: GraphNodeView; side: 'left' | 'right'; y: number };

const findSide = (box: Box, frame: Size): SideChip['side'] | undefined => {
  if (box.right < 0) return 'left';
  return box.left > frame.width ? 'right' : undefined;
};

/** Neighbors beside the frame. */
function listSideChips(facts: Facts, view: View, frame: Size): SideChip[] {
  const found = listBoxes(facts.neighbours, facts, view).flatMap(({ node, box }) => {
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

type EndChip = { side: 'up' | 'down'; count: number; nearest: GraphNodeView };

/** Number of nodes above and below the frame, and the nearest one; neighbors of the current node first. */
function listEndChips(facts: Facts, view: View, frame: Size): EndChip[] {
  const near = new Set(facts.neighbours.map(({ id }) => id));
  const all = listBoxes(facts.nodes, facts, view);
  return (['up', 'down'] as const).flatMap((side): EndChip[] => {
    const depth = ({ top, bottom }: Box) => {
      const middle = (top + bottom) / 2;
      return side === 'up' ? -middle : middle - frame.height;
    };
    const beyond = all.filter(({ box }) => depth(box) > 0).sort((a, b) => depth(a.box) - depth(b.box));
    const nearest = beyond.find(({ node }) => near.has(node.id)) ?? beyond[0];
    return nearest ? [{ side, count: beyond.length, nearest: nearest.node }] : [];
  });
}

const ARROWS = { left: 'arrowLeft', right: 'arrowRight', up: 'arrowUp', down: 'arrowDown' } as const;
const ENDS = { up: { words: 'above', keys: 'PageUp' }, down: { words: 'below', keys: 'PageDown' } } as const;

type Chips = { sides: readonly SideChip[]; ends: readonly EndChip[] };
const NONE: Chips = { sides: [], ends: [] };

function listChips(facts: Facts, view: View, frame: Size): Chips {
  if (frame.width === 0) return NONE;
  if (facts.layout.flow === 'right') return { sides: listSideChips(facts, view, frame), ends: [] };
  return { sides: [], ends: listEndChips(facts, view, frame) };
}

type OutsideChipsProps = Facts & { viewport: Viewport; onGo: (id: string) => void };

/**
 * What lies outside the frame, pinned to its edges: neighbors of the current node at the sides, or counts of
 * nodes above and below. For the pointer only; keys reach them too.
 */
export function OutsideChips({ viewport, onGo, ...facts }: OutsideChipsProps) {
  const { nodes, neighbours, layout, measures } = facts;
  const { store, frameSize } = viewport;
  const [{ sides, ends }, setChips] = useState<Chips>(NONE);
  useEffect(() => {
    const read = () => setChips(listChips({ nodes, neighbours, layout, measures }, store.get(), frameSize()));
    let timer = setTimeout(read, STILL_AFTER_MS);
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(read, STILL_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [nodes, neighbours, layout, measures, store, frameSize]);
  return (
    <>
      {sides.map(({ node, side, y }) => (
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
      ))}
      {ends.map(({ side, count, nearest }) => (
        <button
          key={side}
          type="button"
          tabIndex={-1}
          className={css.beyond}
          data-side={side}
          data-own-pointer=""
          onClick={() => onGo(nearest.id)}
        >
          <Icon name={ARROWS[side]} size="s" />
          <span className={css.beyondCount}>
            {count} more {ENDS[side].words}
          </span>
          <span className={cut}>{nearest.title}</span>
          <KeySequence binding={ENDS[side].keys} />
        </button>
      ))}
    </>
  );
}
