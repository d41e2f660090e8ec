import type { KeyboardEvent } from 'react';
import type { Viewport } from './canvas/use-viewport.ts';
import { type GraphEdgeView, type GraphLayout, type ViewKeys, ZOOM_STEP } from './types.ts';
import { type Direction, findNeighbour } from './walk.ts';

/** View keys handled by the graph itself. */
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
  order: readonly string[];
  viewport: Viewport;
  focus: (id: string | undefined) => void;
  toggleMap: () => void;
  /** False where commands handle the view keys. */
  hasViewKeys: boolean;
};

const getViewAction = (key: string, { viewport, toggleMap }: KeyFacts): (() => void) | undefined =>
  ({
    '0': viewport.fitAll,
    '+': () => viewport.zoom(ZOOM_STEP),
    '=': () => viewport.zoom(ZOOM_STEP),
    '-': () => viewport.zoom(1 / ZOOM_STEP),
    z: viewport.actualSize,
    Z: toggleMap,
  })[key];

/**
 * Arrows follow edges and siblings; PageDown and PageUp walk the reading order, Home and End its ends. 0
 * fits, z is 100%, + and - zoom, Shift+Z shows the map.
 */
export const createGraphKeyHandler =
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
    // Shift+arrow also extends the selection (views/pipeline/use-selected-nodes).
    const arrow = ARROWS[event.key];
    if (here !== undefined && arrow) focus(findNeighbour(layout, edges, here, arrow));
    else if (here !== undefined && event.key in inOrder) focus(inOrder[event.key]);
    else {
      const change = hasViewKeys ? getViewAction(event.key, facts) : undefined;
      if (!change) return;
      change();
    }
    event.preventDefault();
  };
