/** Stays unique. */
const encodeId = (id: string) => id.replace(/[^a-zA-Z0-9-]/g, (char) => `_${char.charCodeAt(0)}_`);

export const buildRowElementId = (prefix: string, id: string): string => `${prefix}row-${encodeId(id)}`;

/** The last index is the actions cell. */
export const buildCellElementId = (rowElement: string, column: number): string => `${rowElement}-${column}`;
