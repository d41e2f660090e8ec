import { expect, it } from 'vitest';
import { findFreeName } from './free-name.ts';

it.each([
  ['Syslog', [], 'Syslog'],
  ['Syslog', ['Web', 'syslog '], 'Syslog 2'],
  ['Syslog', ['Syslog', 'Syslog 2', 'Syslog 4'], 'Syslog 3'],
])('proposes for %s beside %j the name %s', (wanted, taken, name) => {
  expect(findFreeName(wanted, taken)).toBe(name);
});
