import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const refused = style({ display: 'grid', gap: 28, padding: `16px ${vars.layout.gutter}` });
export const refusedTitle = style({ fontSize: vars.size.s20, fontWeight: 600, letterSpacing: '-.018em' });
export const loading = style({ display: 'grid', gap: 16, padding: `20px ${vars.layout.gutter}` });
