import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow } from '../../../../../styles/flex.ts';
import { sweep } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import { AFTER_FIGURES_PX } from './column-tracks.ts';

const { color, size, font, layout, radius, shadow } = vars;

export const frame = style({
  ...inColumn,
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  fontSize: size.s14,
  containerType: 'inline-size',
});
const columnGap = createVar();
const LEAD_PX = 44;
const afterLead = `calc(${LEAD_PX}px + ${columnGap})`;
export const grid = style({
  flex: '0 1 auto',
  minHeight: layout.rowHeader,
  overflow: 'auto',
  position: 'relative',
  outline: 'none',
  // Recycled rows must not be scroll anchors.
  overflowAnchor: 'none',
  // Keeps revealed cells clear of pinned ones.
  scrollPadding: `${layout.rowHeader} 0 0 240px`,
  selectors: { '&[data-filled]': { flex: 1 } },
  vars: { [columnGap]: '16px' },
  '@container': {
    '(max-width: 900px)': { vars: { [columnGap]: '10px' } },
    '(max-width: 480px)': { vars: { '--first-track': '124px' }, scrollPaddingLeft: 180 },
  },
});
export const sheet = style({ minWidth: 'min-content' });
const line = style({
  display: 'grid',
  gridTemplateColumns: 'var(--cols)',
  alignItems: 'center',
  columnGap,
  paddingRight: layout.gutter,
});
/**
 * Row background as a variable: `background: inherit` in cells is recomputed at great cost whenever the row
 * moves.
 */
const ground = createVar();
/** Sticky and opaque, only where the table scrolls sideways: each sticky cell costs time per frame. */
const pinned = style({
  alignSelf: 'stretch',
  selectors: {
    [`${grid}[data-sideways] &`]: {
      position: 'sticky',
      zIndex: 1,
      background: fallbackVar(ground, color.bgMain),
    },
  },
});
export const header = style([
  line,
  {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    // Two heading lines, also with enlarged text.
    height: `max(${layout.rowHeader}, 2.8em)`,
    background: color.bgMain,
    borderTop: `1px solid ${color.line}`,
    borderBottom: `1px solid ${color.line}`,
    fontSize: size.s12,
    fontWeight: 500,
    color: color.text3,
  },
]);
export const headerCell = style({
  ...inRow(5),
  whiteSpace: 'nowrap',
  minWidth: 0,
  selectors: {
    '&[data-align="end"]': { justifyContent: 'flex-end' },
    '&[aria-sort="ascending"], &[aria-sort="descending"]': { color: color.text1 },
  },
});
/** Wraps to a second line before it is cut. */
export const headerText = style({
  minWidth: 0,
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  whiteSpace: 'normal',
  lineHeight: 1.15,
});
export const headerName = style([headerCell, pinned, { left: afterLead }]);
export const headerAction = style({ display: 'flex', justifyContent: 'flex-end', minWidth: 32 });
export const headerButton = style({
  ...inTextRow(5),
  minWidth: 0,
  minHeight: 24,
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  fontWeight: 500,
  textAlign: 'inherit',
  borderRadius: radius.chip,
  selectors: { '&:hover': { color: color.text1 } },
});
export const searchToggle = style([
  headerButton,
  {
    width: 24,
    justifyContent: 'center',
    flex: 'none',
    selectors: { '&[data-active]': { color: color.accent } },
  },
]);
export const searchInput = style({
  width: '100%',
  minWidth: 60,
  height: 24,
  padding: '0 7px',
  border: `1px solid ${color.lineControl}`,
  borderRadius: radius.chip,
  background: color.bgMain,
  color: color.text1,
  fontSize: size.s12,
});
/** Fixed size: changing rows cause no layout outside. */
export const body = style({
  position: 'relative',
  contain: 'layout size style',
  selectors: {
    // Laid out once column widths are known, never shown before.
    [`${grid}[data-unmeasured] &`]: { contentVisibility: 'hidden' },
  },
});
export const row = style([
  line,
  {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    height: 'var(--row-h)',
    contain: 'layout size style',
    background: fallbackVar(ground, color.bgMain),
    borderBottom: `1px solid ${soft(color.line, 65, color.bgMain)}`,
    cursor: 'default',
    selectors: {
      '&:hover': { vars: { [ground]: color.bgHover } },
      '&[aria-selected="true"]': { vars: { [ground]: soft(color.accent, 7, color.bgMain) } },
      '&[data-cursor]': { vars: { [ground]: color.bgActive } },
      '&[data-dim]': { color: color.text2 },
    },
  },
]);
const foldedRow = `${grid}[data-folded] ${row}`;
globalStyle(foldedRow, { gridTemplateRows: 'calc(var(--line-h) - 1px) 1fr' });
/** Columns that do not fit, below the others; aligned over all rows. */
export const fold = style({
  gridRow: 2,
  gridColumn: '2 / -1',
  alignSelf: 'start',
  display: 'grid',
  gridTemplateColumns: 'repeat(var(--fold-cols), minmax(0, 1fr))',
  columnGap: 16,
  minWidth: 0,
  fontSize: size.s12,
});
export const foldCell = style({
  ...inRow(6),
  vars: { '--figure-w': '0' },
  minWidth: 0,
  height: '1.667em',
  whiteSpace: 'nowrap',
  color: color.text2,
});
const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const;
/** A truncated number would be wrong, so its label shrinks. */
export const foldLabel = style({
  flex: 'none',
  color: color.text3,
  selectors: { '&[data-figure]': { flex: '0 1 auto', ...cut } },
});
export const foldValue = style({ ...cut, selectors: { '&[data-figure]': { flex: 'none' } } });
/** Includes times and badges: there is less space than in a column. */
globalStyle(`${foldCell} ${foldValue} *`, { fontSize: 'inherit' });
const quietRow = `${grid}[data-quiet]:not(:focus-within) ${row}[data-cursor]`;
globalStyle(`${quietRow}:not(:hover)`, { vars: { [ground]: color.bgMain } });
globalStyle(`${grid}:focus-visible ${row}[data-cursor]:not([data-on-cell])::after`, {
  content: '',
  position: 'absolute',
  inset: 0,
  zIndex: 2,
  outline: `2px solid ${color.accent}`,
  outlineOffset: -2,
  pointerEvents: 'none',
});
globalStyle(`${grid}:focus-visible [data-cell-cursor]`, {
  outline: `2px solid ${color.accent}`,
  outlineOffset: 1,
  borderRadius: radius.chip,
});
/** Under the cell cursor, truncated text is shown completely, over its neighbors. */
const cutUnderCursor = `${grid}:focus-visible [data-column][data-cell-cursor]:not([data-fits])`;
globalStyle(cutUnderCursor, {
  position: 'relative',
  zIndex: 2,
  alignSelf: 'start',
  overflow: 'visible',
  width: 'max-content',
  minWidth: '100%',
  maxWidth: 'min(60ch, 80cqi)',
  padding: '6px 8px',
  margin: '3px -8px',
  background: color.bgOverlay,
  boxShadow: shadow.float,
  lineHeight: 1.45,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
});
globalStyle(`${cutUnderCursor}[data-align="end"]`, { justifySelf: 'end' });
globalStyle(`${grid}:focus-visible ${foldCell}[data-cell-cursor]`, {
  display: 'block',
  height: 'auto',
  margin: '-7px -8px',
});
globalStyle(`${cutUnderCursor} *`, { overflow: 'visible', whiteSpace: 'normal', maxWidth: 'none' });
export const lead = style([
  pinned,
  {
    ...inRow(4),
    left: 0,
    justifyContent: 'flex-end',
    marginRight: `calc(-1 * ${columnGap})`,
    paddingRight: columnGap,
    selectors: {
      [`${row}[data-cursor] &`]: { boxShadow: `inset 2px 0 ${color.accent}` },
      [`${foldedRow} &`]: { gridRow: '1 / span 2' },
    },
    '@media': {
      '(forced-colors: active)': {
        selectors: { [`${row}[data-cursor] &`]: { borderLeft: '4px solid Highlight' } },
      },
    },
  },
]);
globalStyle(`${quietRow} ${lead}`, { boxShadow: 'none' });
globalStyle(`${lead} > *`, { opacity: 0 });
globalStyle(
  `${lead}[data-shown] > *, ${lead}:hover > *, ${lead}:focus-within > *, ${row}:hover ${lead} > *`,
  {
    opacity: 1,
  },
);
const ghost = style({
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  padding: 0,
  border: 0,
  borderRadius: radius.chip,
  background: 'none',
  color: color.text3,
  selectors: { '&:hover': { color: color.text1, background: color.bgActive } },
});
export const disclosure = style([ghost, { marginLeft: -6 }]);
export const menuButton = style([
  ghost,
  {
    width: 28,
    height: 28,
    opacity: 0,
    selectors: { [`${row}:hover &, ${row}[data-cursor] &, &:focus-visible`]: { opacity: 1 } },
  },
]);
export const cell = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Right-to-left text is cut at its own end, while the column keeps its alignment.
  unicodeBidi: 'plaintext',
  textAlign: 'left',
  color: color.text2,
  // Room for focus rings in a clipping cell.
  padding: '3px 0',
  selectors: {
    '&[data-fits]': { overflow: 'visible' },
    '&[data-align="end"]': {
      textAlign: 'right',
      fontFamily: font.mono,
      fontSize: size.s13,
      color: color.text1,
    },
    '&[data-missing]': { color: color.text3, fontFamily: font.sans },
  },
});
export const nameCell = style([
  cell,
  pinned,
  {
    left: afterLead,
    padding: 0,
    lineHeight: 'calc(var(--line-h) - 1px)',
    color: color.text1,
    fontWeight: 500,
  },
]);
/** Space between a column of numbers and the text after it. */
globalStyle(
  `${cell}[data-align="end"] + ${cell}:not([data-align="end"]), ${headerCell}[data-align="end"] + ${headerCell}:not([data-align="end"])`,
  { paddingLeft: AFTER_FIGURES_PX },
);
/** Holds copies of cells while they are measured. */
export const probe = style({
  position: 'absolute',
  top: 0,
  left: 0,
  visibility: 'hidden',
  pointerEvents: 'none',
  display: 'grid',
  justifyItems: 'start',
  fontSize: size.s14,
});
globalStyle(`${probe} > *`, { display: 'grid', width: 'max-content', justifyItems: 'start' });
globalStyle(`${probe} > * > *`, { overflow: 'visible', width: 'max-content', maxWidth: 'none' });
globalStyle(`${probe} > * > * *`, { maxWidth: 'none', overflow: 'visible' });
export const headingProbe = style([probe, { fontSize: size.s12, fontWeight: 500 }]);
export const wordProbe = style([headingProbe]);
globalStyle(`${wordProbe} > *`, { width: 'min-content' });
globalStyle(`${wordProbe} > * > *`, { width: 'min-content' });
export const detail = style({
  position: 'absolute',
  left: 0,
  right: 0,
  background: color.bgRaised,
  borderBottom: `1px solid ${color.line}`,
});
export const detailCell = style({
  position: 'sticky',
  left: 0,
  width: '100cqi',
  padding: `12px ${layout.gutter} 12px ${afterLead}`,
  color: color.text2,
});
export const action = style({ display: 'flex', justifyContent: 'flex-end', minWidth: 32 });
/** Beside an open form the name has the whole row, in up to two lines. */
globalStyle(`${grid}[data-single] ${nameCell}`, {
  gridColumn: '2 / -1',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  alignSelf: 'center',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  lineHeight: 1.35,
});
globalStyle(`${grid}[data-single] ${row}`, {
  gridTemplateRows: 'max(calc(var(--line-h) - 1px), 3.1em) 1fr',
  paddingRight: 8,
});
globalStyle(`${grid}[data-single] ${fold}`, { gridColumn: '2 / -2' });
globalStyle(`${grid}[data-single] ${action}`, { gridRow: 2, alignSelf: 'start' });
globalStyle(`${grid}[data-single] ${nameCell} *`, { whiteSpace: 'normal', display: 'inline' });
export const pending = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: -1,
  height: 2,
  overflow: 'hidden',
  selectors: {
    '&::after': {
      content: '',
      position: 'absolute',
      width: '44%',
      height: '100%',
      background: `linear-gradient(90deg, transparent, ${color.info})`,
      animation: `${sweep} 1.4s linear infinite`,
    },
  },
});
export const slot = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: layout.gutter });
