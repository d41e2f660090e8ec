import { style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { cut } from '../../../../styles/text.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const event = style([cut, { font: `400 ${size.s13}/1.3 ${font.mono}` }]);
export const counts = style({ fontSize: size.s13, color: color.text2 });
export const panel = style({ ...inColumn, minHeight: 0, flex: 1 });
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: 16,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignContent: 'start',
});
export const reason = style({ margin: 0, fontSize: size.s14, lineHeight: 1.5, overflowWrap: 'anywhere' });
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const term = style({ color: color.text2 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
export const section = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });
export const sectionHead = style({ margin: 0, fontSize: size.s13, fontWeight: 600 });
export const note = style({ margin: 0, fontSize: size.s13, color: color.text2 });
