import type { KeyboardEvent } from 'react';
import type { Viewport } from './canvas/use-viewport.ts';
import { type GraphEdgeView, type GraphLayout, type ViewKeys, ZOOM_STEP } from './types.ts';
import { type Direction, neighbour } from './walk.ts';

/** Keys of the view where the graph hears them itself. */
export const OWN_KEYS: ViewKeys = { fit: '0', zoomIn: '+', zoomOut: '-', map: 'Shift+z' };

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

type KeyFacts = {
  layout: GraphLayout;
  edges: readonly GraphEdgeView[];
  /** Reading order. */
  order: readonly string[];
  viewport: Viewport;
  focus: (id: string | undefined) => void;
  toggleMap: () => void;
  /** False where commands have the keys of the view. */
  hasViewKeys: boolean;
};

const viewKey = (key: string, { viewport, toggleMap }: KeyFacts): (() => void) | undefined =>
  ({
    '0': viewport.fitAll,
    '+': () => viewport.zoom(ZOOM_STEP),
    '=': () => viewport.zoom(ZOOM_STEP),
    '-': () => viewport.zoom(1 / ZOOM_STEP),
    z: viewport.actualSize,
    Z: toggleMap,
  })[key];

/**
 * Keys of the graph: arrows along connections and to siblings, PageDown and PageUp through all nodes in reading
 * order, Home and End; 0 fits, z draws at 100%, + and - zoom, Shift+Z shows the map.
 */
export const graphKeys =
  (facts: KeyFacts) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { layout, edges, order, focus, hasViewKeys } = facts;
    const here = event.target instanceof HTMLElement ? event.target.dataset.node : undefined;
    const place = order.indexOf(here ?? '');
    const inOrder: Readonly<Record<string, string | undefined>> = {
      Home: order[0],
      End: order.at(-1),
      PageDown: order[place + 1],
      PageUp: order[place - 1],
    };
    // With Shift they move too: the selection takes in the nodes on the way (views/pipeline/use-selected-nodes).
    const arrow = ARROWS[event.key];
    if (here !== undefined && arrow) focus(neighbour(layout, edges, here, arrow));
    else if (here !== undefined && event.key in inOrder) focus(inOrder[event.key]);
    else {
      const change = hasViewKeys ? viewKey(event.key, facts) : undefined;
      if (!change) return;
      change();
    }
    event.preventDefault();
  };
