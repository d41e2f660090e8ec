import { style } from '@vanilla-extract/css';
import { inColumn, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const page = style({ ...inColumn, flex: 1, minHeight: 0 });
export const head = style({ ...inWrappedRow(8), padding: `10px ${layout.gutter}` });
export const status = style({
  flex: '1 1 150px',
  fontSize: size.s13,
  lineHeight: 1.25,
  color: color.text2,
  minWidth: 0,
});
export const note = style({
  padding: `0 ${layout.gutter} 12px`,
  fontSize: size.s13,
  color: color.text2,
});
export const push = style({ marginLeft: 'auto', display: 'flex', gap: 8 });
export const findings = style({
  flex: 'none',
  maxHeight: '38%',
  overflow: 'auto',
  borderTop: `1px solid ${color.line}`,
});
export const findingsTitle = style({
  padding: `8px ${layout.gutter} 6px`,
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
});
export const finding = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: '2px 16px',
  padding: `7px ${layout.gutter}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { 'screen and (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
/** Field names and messages have no length limit. */
const twoLines = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});
export const findingTitle = style([twoLines, { fontWeight: 500, color: color.text1 }]);
export const findingDetail = style([twoLines, { fontSize: size.s13, color: color.text2 }]);
export const findingProblem = style({ fontSize: size.s13, color: color.warn, overflowWrap: 'anywhere' });
export const saving = style({
  textAlign: 'right',
  '@media': { 'screen and (max-width: 720px)': { textAlign: 'left', gridColumn: 1, gridRow: 2 } },
});
export const savingText = style({
  font: `400 ${size.s13}/1.4 ${font.mono}`,
  color: color.text2,
  selectors: { '&[data-kind="measured"]': { color: color.ok } },
});
export const savingNote = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 14,
  fontSize: size.s12,
  lineHeight: 1.4,
  color: color.text3,
  '@media': { 'screen and (max-width: 720px)': { justifyContent: 'flex-start' } },
});
export const table = style({
  flex: 1,
  minHeight: 160,
  display: 'flex',
  borderTop: `1px solid ${color.line}`,
});
export const message = style({ flex: 1, display: 'grid', placeItems: 'center', padding: layout.gutter });
export const text = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const count = style({ color: color.text3 });
