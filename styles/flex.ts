type Gap = number | string;

/** For the rules of a style, like `...inRow(8)`. `layout.css.ts` has whole styles. */
export const inRow = (gap: Gap) => ({ display: 'flex', alignItems: 'center', gap }) as const;
/** Within a line of text. */
export const inTextRow = (gap: Gap) => ({ ...inRow(gap), display: 'inline-flex' }) as const;
/** Several lines where one has no room. */
export const inWrappedRow = (gap: Gap) => ({ ...inRow(gap), flexWrap: 'wrap' }) as const;
export const inColumn = { display: 'flex', flexDirection: 'column' } as const;
