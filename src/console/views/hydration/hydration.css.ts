import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const name = style({ fontWeight: 500 });
export const time = style({ color: color.text2, fontVariantNumeric: 'tabular-nums' });
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: `16px ${layout.gutter} 32px`,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignContent: 'start',
});
export const section = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 10 });
export const heading = style({ fontSize: size.s15, fontWeight: 600 });
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '6px 24px',
  margin: 0,
  fontSize: size.s13,
  '@media': { 'screen and (max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const term = style({ color: color.text3 });
export const moment = style({ color: color.text3, fontVariantNumeric: 'tabular-nums' });
export const value = style({ margin: 0, minWidth: 0, overflowWrap: 'anywhere' });
export const code = style({ font: `400 ${size.s13}/1.4 ${font.mono}` });
export const note = style({ fontSize: size.s13, color: color.text2, margin: 0, overflowWrap: 'anywhere' });
export const warning = style({ color: color.warn });
export const two = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 12,
  alignItems: 'start',
});
export const estimate = style({
  display: 'grid',
  gap: 6,
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: 8,
});
export const estimateHead = style(inWrappedRow(10));
export const push = style({ marginLeft: 'auto' });
export const events = style({
  maxHeight: '18rem',
  overflow: 'auto',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
});
export const event = style({
  display: 'grid',
  gap: 2,
  padding: '6px 0',
  borderTop: `1px solid ${color.line}`,
  font: `400 ${size.s12}/1.45 ${font.mono}`,
  overflowWrap: 'anywhere',
});
export const before = style({ color: color.text3 });
export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 6,
  fontSize: size.s13,
});
