import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const details = style({ display: 'grid', gap: 12, whiteSpace: 'normal', minWidth: 0 });
export const facts = style({ margin: 0, fontSize: size.s13, color: color.text2, overflowWrap: 'anywhere' });
export const hash = style({ font: `400 ${size.s12}/1.3 ${font.mono}` });
export const verdict = style({
  ...inTextRow(6),
  fontSize: size.s13,
  color: color.text2,
  minWidth: 0,
});
