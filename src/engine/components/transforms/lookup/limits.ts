/** Rows of one table, whatever the setting. */
export const MAX_ROWS = 1_000_000;
/** Cells of one table as they are held, with a margin for the index over them. */
export const MAX_TABLE_BYTES = 192 * 1024 * 1024;
