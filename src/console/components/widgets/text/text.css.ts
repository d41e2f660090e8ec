import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font } = vars;

export const missing = style({ color: color.text3, fontFamily: font.sans });
export const figure = style({ whiteSpace: 'nowrap' });
