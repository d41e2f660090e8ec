import { describe, expect, test } from 'vitest';
import { SHIPPED_DASHBOARDS } from '../../../../contract/dashboards/shipped.ts';
import type { SavedQuery } from '../../../../contract/entities/query.ts';
import { readDashboardFile, writeDashboardFile } from './dashboard-file.ts';

const { id: _id, ...content } = SHIPPED_DASHBOARDS[0]!;

describe('a dashboard as a file [R2.1-57]', () => {
  test('is read as it was written', () => {
    expect(readDashboardFile(writeDashboardFile(content, []))).toEqual({ content });
  });

  test('has the text of saved queries, and no panel of a deleted one', () => {
    const [first, second] = content.panels;
    const panels = [
      { ...first!, queryId: '517956958496260353', sql: '' },
      { ...second!, queryId: '517956958496260354', sql: '' },
    ];
    const queries = [{ id: '517956958496260353', sql: 'select 1' }] as SavedQuery[];
    expect(readDashboardFile(writeDashboardFile({ ...content, panels }, queries))).toMatchObject({
      content: { panels: [{ queryId: '', sql: 'select 1' }] },
    });
  });

  test.each([
    ['what is not JSON', '{', /^The text is not JSON/],
    ['another file', '{"kind":"other"}', /^kind: must be/],
    ['a later version', '{"kind":"penstock.dashboard","version":2}', /^version: must be 1/],
    ['a wrong field', '{"kind":"penstock.dashboard","version":1,"dashboard":{}}', /^dashboard\.name: /],
  ])('%s is refused by field and rule', (_, text, problem) => {
    expect(readDashboardFile(text)).toEqual({
      problems: expect.arrayContaining([expect.stringMatching(problem)]) as string[],
    });
  });
});
