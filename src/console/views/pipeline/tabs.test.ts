import { describe, expect, test } from 'vitest';
import {
  findTabReason,
  getShownTab,
  getTabView,
  listAvailableTabs,
  type PipelineTab,
  TAB_FACTS,
} from './tabs.ts';

describe('tabs of a pipeline', () => {
  test('all of them once it has a deployed version, in their order [R2.4-04, R2.4-05]', () => {
    expect(listAvailableTabs(true).map((tab) => TAB_FACTS[tab].label)).toEqual([
      'Overview',
      'Analytics',
      'Data Insights',
      'Pipeline Errors',
    ]);
  });

  test('only Overview before, and the others say why [R2.4-06]', () => {
    expect(listAvailableTabs(false)).toEqual(['overview']);
    expect(findTabReason('overview', false)).toBeUndefined();
    for (const tab of ['analytics', 'dataInsights', 'errors'] as const) {
      expect(findTabReason(tab, false)).toMatch(/deployed/);
      expect(findTabReason(tab, true)).toBeUndefined();
    }
  });

  // view, deployed, shown
  const cases: [string | null, boolean, PipelineTab][] = [
    [null, true, 'overview'],
    [null, false, 'overview'],
    ['', true, 'overview'],
    ['overview', true, 'overview'],
    ['analytics', true, 'analytics'],
    ['errors', true, 'errors'],
    ['analytics', false, 'overview'],
    ['errors', false, 'overview'],
    ['dataInsights', true, 'dataInsights'],
    ['dataInsights', false, 'overview'],
    ['datainsights', true, 'overview'],
    ['Errors', true, 'overview'],
    ['constructor', true, 'overview'],
  ];
  test.each(cases)(
    'view=%s, deployed %s: %s [R2.4-01 … R2.4-03, R2.4-07, R2.4-08]',
    (view, deployed, shown) => {
      expect(getShownTab(view, deployed)).toBe(shown);
    },
  );

  test('what a tab writes into the address leads to it', () => {
    for (const tab of listAvailableTabs(true)) expect(getShownTab(getTabView(tab), true)).toBe(tab);
  });
});
