import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const facts = style({
  width: 380,
  flex: 'none',
  borderRight: `1px solid ${vars.color.line}`,
  padding: `16px ${vars.layout.gutter}`,
  overflowY: 'auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignContent: 'start',
  '@media': { 'screen and (max-width: 900px)': { display: 'none' } },
});
export const form = style({ flex: 1, minWidth: 0, maxWidth: 720, display: 'flex', minHeight: 0 });
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  margin: 0,
  fontSize: vars.size.s14,
});
export const term = style({ color: vars.color.text3 });
export const value = style({ margin: 0, minWidth: 0, overflowWrap: 'anywhere' });
export const heading = style({
  fontSize: vars.size.s13,
  fontWeight: 500,
  color: vars.color.text2,
  marginBottom: 6,
});
export const plain = style({ listStyle: 'none', padding: 0, margin: 0, display: 'grid', gap: 6 });
