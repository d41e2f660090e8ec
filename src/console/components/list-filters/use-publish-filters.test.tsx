import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { publishedScopes } from '../../commands/scopes.ts';
import type { FilterBar } from '../../state/filter-bar.ts';
import { FILTER_IDS, FILTER_NAMES, type FilterFacts } from './filter-facts.ts';
import { usePublishFilters } from './use-publish-filters.ts';

afterEach(cleanup);

const nothing = () => undefined;
const BAR: FilterBar = {
  selection: () => 'all',
  isDefault: () => true,
  isChecked: () => true,
  canReset: false,
  pick: nothing,
  all: nothing,
  clear: nothing,
  reset: nothing,
};
const FACTS = FILTER_IDS.map(
  (id): FilterFacts => ({ id, label: FILTER_NAMES[id], kind: 'multi', options: [] }),
);
const COMMON = { open: nothing, canReset: false, reset: nothing };

test('filters: each one on screen has its command', () => {
  renderHook(() => usePublishFilters(BAR, FACTS, COMMON));
  const live = Object.keys(publishedScopes.get().data);
  expect(FILTER_IDS.filter((id) => !live.includes(`filters.${id}`))).toEqual([]);
});
