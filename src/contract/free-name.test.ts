import { expect, it } from 'vitest';
import { freeName } from './values.ts';

it.each([
  ['Syslog', [], 'Syslog'],
  ['Syslog', ['Web', 'syslog '], 'Syslog 2'],
  ['Syslog', ['Syslog', 'Syslog 2', 'Syslog 4'], 'Syslog 3'],
])('proposes for %s beside %j the name %s', (wanted, taken, name) => {
  expect(freeName(wanted, taken)).toBe(name);
});
