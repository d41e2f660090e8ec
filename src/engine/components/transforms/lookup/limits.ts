export const MAX_ROWS = 1_000_000;
/** Cells of one table, leaving room for its index. */
export const MAX_TABLE_BYTES = 192 * 1024 * 1024;
