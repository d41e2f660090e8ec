import { style } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, shadow } = vars;

export const sheet = style({
  background: color.bgOverlay,
  borderTop: `1px solid ${color.line2}`,
  boxShadow: shadow.dialog,
  padding: '14px 24px 18px',
  maxHeight: '70vh',
  overflowY: 'auto',
});
export const head = style({ ...inWrappedRow('2px 8px'), fontSize: size.s13 });
export const title = style({ fontWeight: 600 });
export const hint = style({ color: color.text3 });
export const end = style({ marginLeft: 'auto', color: color.text3 });
export const rows = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 100%), 1fr))',
  gap: '2px 20px',
  marginTop: 10,
});
export const row = style({
  ...inRow(10),
  minHeight: 32,
  minWidth: 0,
  fontSize: size.s14,
  overflowWrap: 'anywhere',
});
