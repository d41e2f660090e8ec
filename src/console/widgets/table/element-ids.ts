/** An id of a row as part of an element's id; different ids stay different. */
const encoded = (id: string) => id.replace(/[^a-zA-Z0-9-]/g, (char) => `_${char.charCodeAt(0)}_`);

export const rowElementId = (prefix: string, id: string): string => `${prefix}row-${encoded(id)}`;

/** The column after the last is the one of the actions. */
export const cellElementId = (rowElement: string, column: number): string => `${rowElement}-${column}`;
