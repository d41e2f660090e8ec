import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const headActions = style({ display: 'flex', flexWrap: 'wrap', gap: 8 });
export const lead = style({ display: 'grid', gap: 14 });
export const addresses = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  alignItems: 'center',
  gap: '4px 16px',
});
export const fact = style({ display: 'flex', alignItems: 'center', gap: 8 });
export const strong = style({ color: color.text1, fontWeight: 600 });
export const address = style({
  fontFamily: font.mono,
  fontSize: size.s12,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const found = style({ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 16px' });
