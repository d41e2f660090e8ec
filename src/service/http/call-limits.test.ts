import { expect, test } from 'vitest';
import { createAllowance } from './call-limits.ts';

test('all of it is there at first, and comes back evenly; the wait that is told is enough', () => {
  let now = 0;
  const allowance = createAllowance(60, () => now);
  for (let count = 0; count < 60; count++) expect(allowance.take('a')).toBe(0);
  expect(allowance.take('a')).toBe(1);
  expect(allowance.take('b')).toBe(0);
  now += 500;
  expect(allowance.take('a')).toBe(1);
  now += 500;
  expect(allowance.take('a')).toBe(0);
  expect(allowance.take('a')).toBe(1);
  now += 3600_000;
  for (let count = 0; count < 60; count++) expect(allowance.take('a')).toBe(0);
  expect(allowance.take('a')).toBe(1);
});

test('a slow allowance tells seconds, and a clock that goes back takes nothing', () => {
  let now = 1000;
  const allowance = createAllowance(2, () => now);
  allowance.take('a');
  allowance.take('a');
  expect(allowance.take('a')).toBe(30);
  now = 0;
  expect(allowance.take('a')).toBe(30);
});

test('whoever asks under ever new names is let in, and what is remembered stays bounded', () => {
  const allowance = createAllowance(1, () => 0);
  for (let count = 0; count < 30_000; count++) expect(allowance.take(`name ${count}`)).toBe(0);
  expect(allowance.take('name 29999')).toBe(60);
});
