import { style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, font } = vars;

export const name = style({ ...inRow(10), minWidth: 0 });
export const nameText = style({
  fontWeight: 500,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const checksum = style(inRow(4));
export const panel = style({ ...inColumn, minHeight: 0, flex: 1 });
export const head = style({ ...inRow(10), padding: '12px 16px', borderBottom: `1px solid ${color.line}` });
export const heading = style({ fontSize: size.s15, fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 });
export const push = style({ marginLeft: 'auto' });
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: 16,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignContent: 'start',
});
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const term = style({ color: color.text2 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
export const section = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });
export const sectionHead = style({ fontSize: size.s13, fontWeight: 600, margin: 0 });
export const note = style({ fontSize: size.s13, color: color.text2, margin: 0 });
export const scroll = style({ overflowX: 'auto', border: `1px solid ${color.line}`, borderRadius: 6 });
export const rows = style({ borderCollapse: 'collapse', fontSize: size.s13, width: '100%' });
export const cell = style({
  padding: '5px 10px',
  textAlign: 'left',
  borderBottom: `1px solid ${color.line}`,
  whiteSpace: 'nowrap',
  maxWidth: 240,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontWeight: 400,
});
export const columnName = style({ display: 'block', fontWeight: 600 });
export const columnType = style({ display: 'block', color: color.text3, fontSize: size.s12 });
export const lines = style({
  margin: 0,
  padding: 10,
  fontFamily: font.mono,
  fontSize: size.s12,
  whiteSpace: 'pre',
});
export const users = style({
  listStyle: 'none',
  padding: 0,
  margin: 0,
  display: 'grid',
  gap: 6,
  fontSize: size.s13,
});
export const over = style({
  outline: `2px dashed ${color.accent}`,
  outlineOffset: -8,
});
