import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, radius, size } = vars;

export const axis = style({
  position: 'relative',
  height: 34,
  margin: '4px 8px 28px',
  borderBottom: `1px solid ${color.lineControl}`,
});
export const point = style({
  position: 'absolute',
  bottom: 4,
  transform: 'translateX(-50%)',
  lineHeight: 0,
});
export const axisTime = style({
  position: 'absolute',
  top: 38,
  font: `400 ${size.s12}/1 ${font.mono}`,
  color: color.text3,
  selectors: { '&:last-child': { right: 0 }, '&:first-child': { left: 0 } },
});
export const list = style({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 });
export const link = style({
  display: 'grid',
  gridTemplateColumns: 'auto 16px minmax(0, 1fr)',
  alignItems: 'baseline',
  columnGap: 10,
  padding: '7px 8px',
  borderRadius: radius.control,
  color: color.text1,
  textDecoration: 'none',
  fontSize: size.s14,
  lineHeight: 1.4,
  selectors: { '&:hover': { background: color.bgHover } },
});
export const time = style({ font: `400 ${size.s13}/1.4 ${font.mono}`, color: color.text2 });
export const shape = style({ lineHeight: 0, alignSelf: 'start', paddingTop: 3 });
export const words = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' });
export const more = style({ fontSize: size.s13, color: color.text2 });
export const empty = style({ padding: '18px 8px', color: color.text2, fontSize: size.s14 });
