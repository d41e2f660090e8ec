import { expect, test } from 'vitest';
import {
  countColumns,
  drawCells,
  findCell,
  HEAD,
  layOut,
  moveCursor,
  PITCH,
  placeCells,
  placeOf,
} from './layout.ts';

const SLOTS = layOut(
  Array.from({ length: 25 }, () => ({})),
  10,
);
const GRID = { columns: 10, slots: SLOTS, page: 2 };

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 24, 24],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 3, 13],
  ['ArrowDown', 17, 17],
  ['ArrowUp', 13, 3],
  ['ArrowUp', 3, 3],
  ['PageDown', 1, 21],
  ['PageDown', 8, 24],
  ['PageUp', 24, 4],
  ['Home', 13, 0],
  ['End', 3, 24],
])('%s leads from cell %s to %s', (key, from, to) => {
  expect(moveCursor(key, from, GRID)).toBe(to);
});

test('other keys are left alone', () => {
  expect(moveCursor('x', 3, GRID)).toBeUndefined();
});

test('a point finds its cell, and beside all cells none', () => {
  const places = SLOTS.map((slot) => placeOf(slot, 10));
  for (const index of [0, 9, 10, 24]) {
    const { x, y } = placeOf(index, 10);
    expect(findCell({ x: x + 3, y: y + 3 }, places)).toBe(index);
  }
  expect(findCell({ x: 5 * PITCH, y: 2 * PITCH }, places)).toBe(-1);
  expect(findCell({ x: 10 * PITCH, y: 0 }, places)).toBe(-1);
  expect(findCell({ x: -1, y: 0 }, places)).toBe(-1);
});

test('a narrow map still has a column', () => {
  expect(countColumns(3)).toBe(1);
  expect(countColumns(1200)).toBe(100);
});

test('every kind of cell is drawn by two paths', () => {
  const places = Array.from({ length: 10_000 }, (_, index) => placeOf(index, 90));
  expect(drawCells('full', places).fill.match(/M/g)).toHaveLength(10_000);
  expect(drawCells('open', places).fill).toBe('');
  expect(drawCells('open', places).lines.match(/M/g)).toHaveLength(10_000);
});

/** 3, 12 and 2 cells in rows of 10: rows 0, 1 and 2, 3. */
const GROUPS = [3, 12, 2].flatMap((count, group) => Array.from({ length: count }, () => ({ group })));
const GROUPED = { columns: 10, slots: layOut(GROUPS, 10), page: 2 };

test('each group begins a row', () => {
  expect([0, 2, 3, 14, 15, 16].map((index) => GROUPED.slots[index])).toEqual([0, 2, 10, 21, 30, 31]);
  const places = placeCells(GROUPS, GROUPED.slots, 10, 0);
  expect(findCell({ x: 5 * PITCH, y: 0 }, places)).toBe(-1);
  expect(findCell({ x: PITCH, y: 3 * PITCH }, places)).toBe(16);
});

test('above each named group there is room for its name', () => {
  const places = placeCells(GROUPS, GROUPED.slots, 10, HEAD);
  expect([0, 3, 14, 15].map((index) => places[index]?.y)).toEqual([
    HEAD,
    PITCH + 2 * HEAD,
    2 * PITCH + 2 * HEAD,
    3 * PITCH + 3 * HEAD,
  ]);
  expect(findCell({ x: PITCH, y: 3 * PITCH + 3 * HEAD + 1 }, places)).toBe(16);
  expect(findCell({ x: PITCH, y: PITCH + HEAD + 5 }, places)).toBe(-1);
});

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowRight', 16, 16],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 9, 14],
  ['ArrowUp', 9, 2],
  ['ArrowDown', 15, 15],
  ['End', 0, 16],
])('%s leads from cell %s to %s over groups', (key, from, to) => {
  expect(moveCursor(key, from, GROUPED)).toBe(to);
});
