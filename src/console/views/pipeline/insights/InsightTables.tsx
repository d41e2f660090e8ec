import { useMemo } from 'react';
import type { DataInsights, FieldInsight, PatternInsight } from '../../../../contract/entities/insights.ts';
import type { CommandMenuItem } from '../../../components/commands/CommandMenu.tsx';
import { createFieldColumns, createPatternColumns } from './columns.tsx';
import { InsightTable } from './InsightTable.tsx';
import * as css from './insights.css.ts';
import type { InsightsTable } from './scope.ts';

const getRowPath = (row: FieldInsight) => row.path;
const getRowId = (row: PatternInsight) => row.id;
const getRowPattern = (row: PatternInsight) => row.pattern;
const createFieldMenu = (row: FieldInsight): readonly CommandMenuItem[] => [
  { id: 'insights.removeField', args: { field: row.path } },
];
const createPatternMenu = (row: PatternInsight): readonly CommandMenuItem[] => [
  { id: 'insights.dropPattern', args: { pattern: row.id } },
  { id: 'insights.samplePattern', args: { pattern: row.id } },
];

const FIELDS = {
  name: 'insight-fields',
  label: 'Fields',
  rowId: getRowPath,
  rowLabel: getRowPath,
  menuOf: createFieldMenu,
  empty: 'The events have no fields',
  emptyHint: 'They are text; look at the events after the node that parses them.',
};
const PATTERNS = {
  name: 'insight-patterns',
  label: 'Event patterns',
  rowId: getRowId,
  rowLabel: getRowPattern,
  menuOf: createPatternMenu,
  empty: 'The events have no messages',
  emptyHint:
    'No field of theirs is free text; look at the source, or at a node before the one that parses it.',
};

type InsightTablesProps = {
  insights: DataInsights;
  table: InsightsTable;
  /** Must be a stable function. */
  onChosen: (ids: readonly string[]) => void;
};

export function InsightTables({ insights, table, onChosen }: InsightTablesProps) {
  const fields = useMemo(() => createFieldColumns(insights), [insights]);
  const patterns = useMemo(() => createPatternColumns(insights), [insights]);
  return (
    <div className={css.table} data-main-content="">
      {table === 'fields' ? (
        <InsightTable {...FIELDS} key="fields" rows={insights.fields} columns={fields} onChosen={onChosen} />
      ) : (
        <InsightTable
          {...PATTERNS}
          key="patterns"
          rows={insights.patterns}
          columns={patterns}
          onChosen={onChosen}
        />
      )}
    </div>
  );
}
