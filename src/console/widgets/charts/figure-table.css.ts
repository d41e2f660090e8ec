import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

/** In place of the rows of a table of figures. */
export const empty = style({
  display: 'grid',
  placeContent: 'center',
  minHeight: 120,
  color: color.text3,
  fontSize: size.s14,
});
/** Holds what is only read out too, which would widen the page otherwise. */
export const scroll = style({
  position: 'relative',
  overflowX: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
/** A table of figures by name; who uses it says its least width and the size of its text. */
export const table = style({ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' });
globalStyle(`${table} tr > *`, { padding: '0 8px', textAlign: 'left' });
globalStyle(`${table} thead th`, { fontSize: size.s12, fontWeight: 500, color: color.text3 });
globalStyle(`${table} tbody > tr > *`, {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
