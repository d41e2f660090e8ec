import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ICON_NAMES } from './icon-names.ts';

it('every icon has an outline, and every outline a name', () => {
  const outlines = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');
  expect([...outlines.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name)).toEqual(ICON_NAMES);
});
