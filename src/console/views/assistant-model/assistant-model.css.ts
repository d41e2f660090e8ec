import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius, layout } = vars;

export const page = screenColumn;
export const head = style({
  ...inWrappedRow(8),
  justifyContent: 'space-between',
  padding: `14px ${layout.gutter} 10px`,
});
export const form = style({ ...inColumn, flex: 1, minHeight: 0 });
/** The gutter of this screen in place of the form's panel padding. */
globalStyle(`${form} > form > *`, { paddingInline: layout.gutter });
export const facts = style({
  display: 'grid',
  gap: 8,
  maxWidth: '88ch',
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  fontSize: size.s13,
  color: color.text2,
});
export const state = style({ margin: 0, fontSize: size.s13, color: color.text1, fontWeight: 600 });
export const list = style({ display: 'grid', gap: 4, margin: 0, paddingLeft: 18, listStyle: 'disc' });
export const paragraph = style({ margin: 0, overflowWrap: 'anywhere' });
export const result = style({ ...inRow(8), color: color.text1 });
export const pad = style({ padding: `16px ${layout.gutter}` });
