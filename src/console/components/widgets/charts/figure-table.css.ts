import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const empty = style({
  display: 'grid',
  placeContent: 'center',
  minHeight: 120,
  color: color.text3,
  fontSize: size.s14,
});
/** Visually hidden text would otherwise widen the page. */
export const scroll = style({
  position: 'relative',
  overflowX: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
export const table = style({ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' });
globalStyle(`${table} tr > *`, { padding: '0 8px', textAlign: 'left' });
globalStyle(`${table} thead th`, { fontSize: size.s12, fontWeight: 500, color: color.text3 });
globalStyle(`${table} tbody > tr > *`, {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
