import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const unread = style({ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' });
export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const counts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: size.s13,
  color: color.text2,
});
export const count = style({ ...inTextRow(6) });
export const details = style({ display: 'grid', gap: 12, whiteSpace: 'normal', minWidth: 0 });
export const title = style({
  fontSize: size.s15,
  fontWeight: 600,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const text = style({ fontSize: size.s14, lineHeight: 1.5, overflowWrap: 'anywhere' });
export const when = style({ marginLeft: 'auto', fontSize: size.s13, color: color.text2 });
