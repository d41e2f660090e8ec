import { style } from '@vanilla-extract/css';
import { inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import { ROOM } from './layout.ts';

const { color, size, radius } = vars;

export const map = style({ display: 'grid', gap: 8, minWidth: 0, padding: '12px 24px', flex: 'none' });
export const head = style({ ...inWrappedRow('4px 16px'), fontSize: size.s12, color: color.text2 });
export const legend = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
});
export const kind = style({ ...inTextRow(6) });
export const current = style({ marginLeft: 'auto', color: color.text1, overflowWrap: 'anywhere' });
export const scroller = style({
  position: 'relative',
  minWidth: 0,
  maxHeight: 124,
  overflowX: 'hidden',
  overflowY: 'auto',
  padding: ROOM,
  borderRadius: radius.control,
});
export const cells = style({ display: 'block', overflow: 'visible', cursor: 'default' });
export const fill = style({ fill: 'currentColor', stroke: 'none' });
export const lines = style({ fill: 'none', stroke: 'currentColor', strokeWidth: 1 });
export const name = style({ fill: color.text1, fontSize: size.s12, fontWeight: 500 });
/** Unremarkable cells, so that others stand out. */
export const calm = style([fill, { opacity: 0.65 }]);
/** Marks in a filled cell. */
export const cut = style({ fill: 'none', stroke: color.bgMain, strokeWidth: 1.5 });
/** Separates the cursor from neighboring cells. */
export const halo = style({ fill: 'none', stroke: color.bgMain, strokeWidth: 5 });
export const cursor = style({ fill: 'none', stroke: color.accent, strokeWidth: 2 });
