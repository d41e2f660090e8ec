import { expect, test } from 'vitest';
import { assignSlots } from './use-row-slots.ts';

const start = assignSlots({ slots: [], next: 0 }, ['a', 'b', 'c'], 'still');

test('while scrolling, an element is reused for the row that comes', () => {
  const moved = assignSlots(start, ['b', 'c', 'd'], 'moving');
  expect(moved.slots).toEqual([
    { key: 0, id: 'd', isPassing: true },
    { key: 1, id: 'b', isPassing: false },
    { key: 2, id: 'c', isPassing: false },
  ]);
});

test('at rest, elements follow the row order and stay', () => {
  const moved = assignSlots(start, ['b', 'c', 'd'], 'moving');
  const rested = assignSlots(moved, ['b', 'c', 'd'], 'still');
  expect(rested.slots).toEqual([
    { key: 1, id: 'b', isPassing: false },
    { key: 2, id: 'c', isPassing: false },
    { key: 0, id: 'd', isPassing: false },
  ]);
});

test('at rest, a row that comes gets an element of its own', () => {
  const refreshed = assignSlots(start, ['a', 'x', 'c'], 'still');
  expect(refreshed.slots.map((slot) => slot.key)).toEqual([0, 3, 2]);
});

test('while scrolling, more rows append elements, fewer release them', () => {
  const more = assignSlots(start, ['c', 'd', 'e', 'f'], 'moving');
  expect(more.slots).toEqual([
    { key: 0, id: 'd', isPassing: true },
    { key: 1, id: 'e', isPassing: true },
    { key: 2, id: 'c', isPassing: false },
    { key: 3, id: 'f', isPassing: true },
  ]);
  expect(assignSlots(more, ['f'], 'moving').slots).toEqual([{ key: 3, id: 'f', isPassing: true }]);
});

test('while a search is typed, elements show the rows at their places when few stay', () => {
  const found = assignSlots(start, ['c', 'x', 'y', 'z'], 'searched');
  expect(found.slots).toEqual([
    { key: 0, id: 'c', isPassing: false },
    { key: 1, id: 'x', isPassing: false },
    { key: 2, id: 'y', isPassing: false },
    { key: 3, id: 'z', isPassing: false },
  ]);
  expect(assignSlots(found, ['x'], 'searched').slots.map((slot) => slot.key)).toEqual([1]);
});
