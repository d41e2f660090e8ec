import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const open = style({ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' });
export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const details = style({ display: 'grid', gap: 16, whiteSpace: 'normal', minWidth: 0 });
export const title = style({
  fontSize: size.s15,
  fontWeight: 600,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const comment = style({
  fontSize: size.s14,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});
export const reason = style({
  display: 'flex',
  gap: 8,
  alignItems: 'baseline',
  fontSize: size.s14,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});
export const drawing = style({
  height: 300,
  display: 'flex',
  minWidth: 0,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.bgMain,
  '@media': {
    // The graph is top-down there.
    '(max-width: 1100px)': { height: 420 },
    '(max-width: 900px)': { display: 'none' },
  },
});
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  '@media': { 'screen and (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const side = style({ display: 'grid', gap: 8, minWidth: 0 });
export const sideTitle = style({ fontSize: size.s13, fontWeight: 600, color: color.text1 });
export const whole = style({ marginLeft: 8, fontWeight: 400, color: color.text2 });
export const quiet = style({ fontSize: size.s13, color: color.text2 });
export const when = style({ marginLeft: 'auto', fontSize: size.s13, color: color.text2 });
export const conflict = style({
  display: 'grid',
  gap: 6,
  minWidth: 0,
  margin: 0,
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const conflictTitle = style({
  float: 'left',
  width: '100%',
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 12px',
  fontSize: size.s14,
  fontWeight: 500,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const before = style({
  fontSize: size.s13,
  fontWeight: 400,
  color: color.text2,
  whiteSpace: 'pre-wrap',
});
export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'auto 190px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 10,
  lineHeight: '20px',
  padding: '2px 6px',
  margin: '0 -6px',
  borderRadius: radius.control,
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&:has(input:focus-visible)': { outline: `2px solid ${color.accent}` },
  },
  '@media': { 'screen and (max-width: 700px)': { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
});
export const choiceValue = style({
  font: `400 ${size.s13}/20px ${font.mono}`,
  color: color.text1,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '@media': { 'screen and (max-width: 700px)': { gridColumn: 2 } },
});
