import { expect, test } from 'vitest';
import { countColumns, drawCells, findCell, moveCursor, PITCH, placeOf } from './layout.ts';

const GRID = { columns: 10, count: 25, page: 2 };

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
  for (const index of [0, 9, 10, 24]) {
    const { x, y } = placeOf(index, 10);
    expect(findCell({ x: x + 3, y: y + 3 }, 10, 25)).toBe(index);
  }
  expect(findCell({ x: 5 * PITCH, y: 2 * PITCH }, 10, 25)).toBeUndefined();
  expect(findCell({ x: 10 * PITCH, y: 0 }, 10, 25)).toBeUndefined();
  expect(findCell({ x: -1, y: 0 }, 10, 25)).toBeUndefined();
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
