import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const mark = style({ ...inTextRow(5), flex: 'none' });
export const count = style({ fontFamily: font.mono, fontSize: size.s11, fontWeight: 500, color: color.err });
