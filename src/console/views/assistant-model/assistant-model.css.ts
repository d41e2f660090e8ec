import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const list = style({ display: 'grid', gap: 4, margin: 0, paddingLeft: 18, listStyle: 'disc' });
export const paragraph = style({ margin: 0, overflowWrap: 'anywhere' });
export const result = style({ display: 'flex', alignItems: 'center', gap: 8, color: vars.color.text1 });
