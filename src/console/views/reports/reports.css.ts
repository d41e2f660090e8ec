import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}`, whiteSpace: 'nowrap' });
export const note = style({ fontSize: size.s13, color: color.text3, margin: 0 });
/** Scrolls as one page, in the panel of a report. */
export const sheet = style({ flex: 1, minHeight: 0, minWidth: 0, overflowY: 'auto' });
export const lead = style({
  padding: `16px ${layout.gutter} 20px`,
  display: 'grid',
  gap: 6,
  maxWidth: '76ch',
});
export const span = style({ fontSize: size.s13, color: color.text3, margin: 0 });
export const summary = style({ fontSize: size.s15, lineHeight: 1.45, margin: 0, color: color.text1 });
export const chart = style({ ...inColumn, height: '22rem', margin: `0 ${layout.gutter}`, minWidth: 0 });
export const section = style({ minWidth: 0 });
export const heading = style({
  fontSize: size.s15,
  fontWeight: 600,
  padding: `20px ${layout.gutter} 10px`,
});
export const room = style({ ...inColumn, minWidth: 0 });
export const empty = style({
  padding: `4px ${layout.gutter} 8px`,
  color: color.text3,
  fontSize: size.s14,
  margin: 0,
});
export const bar = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(24px, 1fr) minmax(5em, auto)',
  alignItems: 'center',
  gap: 10,
  width: '100%',
});
export const barTrack = style({ height: 10, background: color.bgHover });
export const barFill = style({ display: 'block', height: '100%', minWidth: 1, background: color.dataOut });
export const notes = style({ padding: `20px ${layout.gutter}`, display: 'grid', gap: 4 });
export const problem = style({
  padding: `14px ${layout.gutter} 0`,
  fontSize: size.s14,
  color: color.text2,
  display: 'grid',
  gap: 4,
  overflowWrap: 'anywhere',
});
export const files = style({ display: 'flex', flexWrap: 'wrap', gap: 8, padding: `12px ${layout.gutter} 0` });
export const unmade = style({ padding: `20px ${layout.gutter}` });
export const next = style({
  display: 'grid',
  gap: 4,
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});

/** In a narrow panel, rows of three, or of two to avoid a single one. */
const NARROW = '(max-width: 46em)';
export const figures = style({ containerType: 'inline-size' });
const list = `${figures} dl`;
const four = `${list}:has(> div:nth-child(4):last-child)`;
globalStyle(list, {
  '@container': { [NARROW]: { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
});
globalStyle(four, { '@container': { [NARROW]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } } });
globalStyle(`${list} > div:nth-child(n + 4), ${four} > div:nth-child(n + 3)`, {
  '@container': { [NARROW]: { borderTop: `1px solid ${color.line}` } },
});
globalStyle(`${list}:not(${four}) > div:nth-child(3n + 1), ${four} > div:nth-child(2n + 1)`, {
  '@container': { [NARROW]: { borderLeft: 0, paddingLeft: layout.gutter } },
});
