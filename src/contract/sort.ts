/** Without it, rows keep the order received. */
export type Sort = { column: string; direction: 'ascending' | 'descending' };

/** Cycles none, ascending, descending; another column starts ascending. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
