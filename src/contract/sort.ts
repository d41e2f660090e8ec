/** Sort of a list by one column; without one the rows stand in the order received. */
export type Sort = { column: string; direction: 'ascending' | 'descending' };

/** The one rule of a press on a heading: none, ascending, descending, none; another column starts ascending (R4-40). */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
