import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

test('all calls are free at first and return evenly; waits suffice', () => {
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

test('slow limits tell seconds; a clock set back takes nothing', () => {
  let now = 1000;
  const allowance = createAllowance(2, () => now);
  allowance.take('a');
  allowance.take('a');
  expect(allowance.take('a')).toBe(30);
  now = 0;
  expect(allowance.take('a')).toBe(30);
});

test('ever new names are let in, within bounded memory', () => {
  const allowance = createAllowance(1, () => 0);
  for (let count = 0; count < 30_000; count++) expect(allowance.take(`name ${count}`)).toBe(0);
  expect(allowance.take('name 29999')).toBe(60);
});
