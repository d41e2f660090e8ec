import { buildEdgeKey } from '../types.ts';
import { type GraphPlan, type Link, ROOM, type Slot } from './plan.ts';
import { Rows } from './rows.ts';

const BEND_ROOM = ROOM.connections;
/** A bend and a card together keep the distance `ROOM.beside`. */
const CARD_ROOM = 2 * ROOM.beside - BEND_ROOM;

/**
 * Routes edges that span several columns between the cards, as straight as possible. An edge keeps its route
 * if its ends and surroundings are unchanged.
 */
export function routeAround(
  links: readonly Link[],
  nodes: Readonly<Record<string, Slot>>,
  former: GraphPlan,
): Record<string, readonly Slot[]> {
  const cards = new Rows();
  const all = new Rows();
  for (const slot of Object.values(nodes)) {
    cards.take(slot, CARD_ROOM);
    all.take(slot, CARD_ROOM);
  }
  const isSame = (id: string) =>
    nodes[id]?.column === former.nodes[id]?.column && nodes[id]?.row === former.nodes[id]?.row;
  const isClear = (slots: readonly Slot[]) =>
    slots.every(({ column, row }) => cards.nearest(column, row, BEND_ROOM) === row);
  const bends: Record<string, readonly Slot[]> = {};
  const keep = (key: string, slots: readonly Slot[]) => {
    bends[key] = slots;
    for (const slot of slots) all.take(slot, BEND_ROOM);
  };
  const open: Link[] = [];
  for (const link of links) {
    const known = former.bends[buildEdgeKey(link)];
    if (known && isSame(link.from) && isSame(link.to) && isClear(known)) keep(buildEdgeKey(link), known);
    else open.push(link);
  }
  for (const link of open) {
    const [from, to] = [nodes[link.from], nodes[link.to]];
    if (!from || !to || to.column - from.column < 2) continue;
    const slots: Slot[] = [];
    let row = from.row;
    for (let column = from.column + 1; column < to.column; column++) {
      const left = to.column - column;
      row = all.nearest(column, (row * left + to.row) / (left + 1), BEND_ROOM);
      slots.push({ column, row });
    }
    keep(buildEdgeKey(link), slots);
  }
  return bends;
}
