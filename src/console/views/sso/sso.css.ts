import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius, layout } = vars;

export const page = screenColumn;
export const head = style({
  ...inWrappedRow(8),
  justifyContent: 'space-between',
  padding: `14px ${layout.gutter} 10px`,
});
export const form = style({ ...inColumn, flex: 1, minHeight: 0 });
/** Replaces the form's panel padding by the gutter of this screen. */
globalStyle(`${form} > form > *`, { paddingInline: layout.gutter });
export const lead = style({ display: 'grid', gap: 14 });
export const facts = style({
  display: 'grid',
  gap: 10,
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  fontSize: size.s13,
  color: color.text2,
});
export const addresses = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  alignItems: 'center',
  gap: '4px 16px',
});
export const fact = style(inRow(8));
export const strong = style({ color: color.text1, fontWeight: 600 });
/** Between the screen heading and the form headings. */
export const state = style({ margin: 0, fontSize: size.s13, color: color.text1, fontWeight: 600 });
export const address = style({
  fontFamily: font.mono,
  fontSize: size.s12,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const found = style({ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 16px' });
export const pad = style({ padding: `16px ${layout.gutter}` });
