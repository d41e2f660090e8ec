import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn, screenRest } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius, layout, hatch } = vars;
const mono = `400 ${size.s13}/1.4 ${font.mono}`;

export const page = screenColumn;
export const head = style({
  display: 'flex',
  alignItems: 'flex-start',
  flexWrap: 'wrap',
  gap: 8,
  padding: `14px ${layout.gutter} 10px`,
});
export const title = style({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
export const query = style({ flex: '1 1 360px', minWidth: 0 });
export const queryError = style({ overflow: 'hidden' });
/** Font and padding of the field above, to align with its text. */
export const errorLine = style({
  paddingLeft: 33,
  height: 6,
  paddingTop: 2,
  boxSizing: 'border-box',
  whiteSpace: 'pre',
  fontFamily: font.mono,
  fontSize: `calc(${size.s14} * .93)`,
  letterSpacing: '-.01em',
  color: 'transparent',
  lineHeight: 0,
});
export const errorBefore = style({});
export const errorMark = style({ borderTop: `3px solid ${color.err}`, display: 'inline-block', minWidth: 8 });
export const errorText = style({ margin: 0, fontSize: size.s13, color: color.err, overflowWrap: 'anywhere' });

export const chart = style({ padding: `0 ${layout.gutter} 8px`, flex: 'none' });
export const chartHead = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2px 16px',
  minHeight: 36,
  // Space for the focus ring of the histogram.
  paddingBottom: 6,
  fontSize: size.s13,
  color: color.text2,
});
export const chartTitle = style({ fontWeight: 600, color: color.text1 });
export const hatchKey = style({ ...inTextRow(6) });
export const hatchSample = style({
  width: 16,
  height: 10,
  background: hatch,
  border: `1px solid ${color.line2}`,
});
export const selection = style({ marginLeft: 'auto', ...inTextRow(8) });
export const histogram = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 8,
  fontSize: size.s11,
  fontFamily: font.mono,
  color: color.text3,
});
export const scale = style({
  ...inColumn,
  justifyContent: 'space-between',
  textAlign: 'right',
  minWidth: 32,
  lineHeight: 1,
});
export const bars = style({
  display: 'flex',
  alignItems: 'stretch',
  height: 64,
  borderBottom: `1px solid ${color.line2}`,
  cursor: 'crosshair',
  touchAction: 'none',
  borderRadius: 2,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: 2 } },
});
export const bar = style({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'flex-end',
  padding: '0 1px',
  selectors: {
    '&[data-uncounted]': { background: hatch },
    '&[data-selected]': { background: color.pipe },
  },
});
export const barFill = style({
  flex: 1,
  background: color.accent2,
  borderRadius: '1px 1px 0 0',
  selectors: { '[data-selected] > &': { background: color.accent } },
});
export const ticks = style({
  gridColumn: 2,
  display: 'flex',
  justifyContent: 'space-between',
  paddingTop: 4,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
});

export const body = style([screenRest, { display: 'flex', borderTop: `1px solid ${color.line}` }]);
export const facets = style({
  width: 232,
  flex: 'none',
  minHeight: 0,
  overflowY: 'auto',
  padding: '8px 8px 16px 16px',
  borderRight: `1px solid ${color.line}`,
  '@media': {
    'screen and (max-width: 1100px)': { width: 184 },
    'screen and (max-width: 720px)': { display: 'none' },
  },
});
export const facetsTitle = style({ fontSize: size.s13, fontWeight: 600, padding: '4px 8px' });
export const note = style({ margin: 0, padding: '2px 8px', fontSize: size.s12, color: color.text3 });
export const details = style({
  display: 'flex',
  // In narrow windows the tools are above the fields, which may be many.
  flexWrap: 'wrap-reverse',
  alignItems: 'flex-end',
  gap: '4px 16px',
  whiteSpace: 'normal',
  minWidth: 0,
});
export const values = style({
  display: 'grid',
  minWidth: 0,
  selectors: { [`${details} > &`]: { flex: '999 1 420px', maxHeight: 420, overflowY: 'auto' } },
});
export const valueHead = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  padding: '8px 8px 2px',
  fontSize: size.s13,
  color: color.text2,
  minWidth: 0,
});
export const facetName = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
export const facetCount = style({ color: color.text3, fontFamily: font.mono, fontSize: size.s12 });
export const value = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'stretch',
  minWidth: 0,
  borderRadius: radius.chip,
  selectors: {
    '&:hover, &:focus-within': { background: color.bgHover },
    '&[data-state=included]': { boxShadow: `inset 2px 0 0 ${color.accent}` },
    '&[data-state=excluded]': { textDecoration: 'line-through', color: color.warn },
  },
});
export const valueButton = style({
  ...inRow(8),
  position: 'relative',
  flex: 1,
  minWidth: 0,
  padding: '3px 8px 4px',
  border: 0,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  font: mono,
  cursor: 'pointer',
  borderRadius: radius.chip,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -2 } },
});
export const valueTools = style({
  position: 'absolute',
  right: 0,
  top: 0,
  bottom: 0,
  display: 'none',
  alignItems: 'center',
  background: color.bgHover,
  selectors: { [`${value}:hover > &`]: { display: 'flex' } },
});
export const facetValue = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const facetNumber = style({ color: color.text2 });
export const facetBar = style({
  position: 'absolute',
  left: 8,
  bottom: 0,
  height: 2,
  maxWidth: 'calc(100% - 16px)',
  background: color.accent2,
});

export const rows = style({ ...inColumn, flex: 1, minWidth: 0, minHeight: 0 });
export const status = style({
  ...inWrappedRow('2px 12px'),
  padding: '6px 16px',
  fontSize: size.s13,
  color: color.text2,
  borderBottom: `1px solid ${color.line}`,
});
export const strong = style({ fontWeight: 600, color: color.text1 });
export const warn = style({ color: color.warn });
export const live = style({ selectors: { '&[data-live=live]': { color: color.ok } } });
export const push = style({ marginLeft: 'auto', ...inRow(8) });
export const time = style({ font: mono });
export const message = style({ font: mono, whiteSpace: 'pre', overflow: 'hidden', textOverflow: 'ellipsis' });
export const wrapped = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
  overflow: 'hidden',
  font: mono,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const mark = style({ background: color.pipe, color: 'inherit', borderRadius: 2 });

/** Column beside the fields, row above them. */
export const detailTools = style({ ...inWrappedRow(8), flex: '1 1 200px' });
export const quiet = style({ color: color.text3 });
export const field = style({ display: 'flex', gap: 12, minWidth: 0, width: '100%' });
export const fieldName = style({ flex: 'none', minWidth: 96, color: color.text2, overflowWrap: 'anywhere' });
export const fieldValue = style({
  minWidth: 0,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  selectors: { '&[data-type=text]': { color: color.ok }, '&[data-type=number]': { color: color.info } },
});
