import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const open = style({ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' });
export const lines = style({ display: 'grid', minWidth: 0 });
export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const details = style({ display: 'grid', gap: 12, whiteSpace: 'normal', minWidth: 0 });
export const title = style({
  fontSize: size.s15,
  fontWeight: 600,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const text = style({
  fontSize: size.s14,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  color: color.text2,
});
/** A person's words. */
export const message = style([text, { color: color.text1, whiteSpace: 'pre-line' }]);
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(240px, 1fr)',
  gap: 16,
  alignItems: 'start',
  '@media': { 'screen and (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
globalStyle(`${columns} > figure`, { height: '18rem' });
export const side = style({ display: 'grid', gap: 8, minWidth: 0 });
export const sideTitle = style({ fontSize: size.s13, fontWeight: 600, color: color.text1 });
export const timeline = style({
  display: 'grid',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: size.s13,
});
export const step = style({
  display: 'grid',
  gridTemplateColumns: '104px minmax(0, 1fr)',
  gap: 8,
  alignItems: 'baseline',
  color: color.text2,
});
export const told = style({ overflowWrap: 'anywhere' });
export const toldMore = style({ display: 'block', color: color.text3 });
export const aside = style({ display: 'grid', gap: 16, minWidth: 0 });
export const when = style({ marginLeft: 'auto', fontSize: size.s13, color: color.text2 });
