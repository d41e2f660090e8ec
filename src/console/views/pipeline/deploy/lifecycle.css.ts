import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(200px, 248px)',
  gap: 24,
  marginTop: 12,
  alignItems: 'start',
  '@media': { '(max-width: 56em)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const side = style({ display: 'grid', gap: 14, fontSize: size.s13 });
export const heading = style({ fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const label = style({ fontSize: size.s12, fontWeight: 500, color: color.text3, marginBottom: 6 });
export const lines = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 8,
});
export const command = style(inWrappedRow('2px 8px'));
export const open = style({ color: color.text1, fontWeight: 500 });
export const closed = style({ color: color.textOff, fontWeight: 500 });
export const target = style({ color: color.text2 });
export const reason = style({ flexBasis: '100%', color: color.text2, fontSize: size.s12 });
