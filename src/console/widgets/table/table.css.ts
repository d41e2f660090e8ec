import { globalStyle, style } from '@vanilla-extract/css';
import { pulse, sweep } from '../../../../styles/motion.css.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, font, layout, radius, time, ease } = vars;

export const frame = style({
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  fontSize: size.s14,
});
export const grid = style({
  flex: '0 1 auto',
  minHeight: layout.rowHeader,
  overflow: 'auto',
  position: 'relative',
  outline: 'none',
  selectors: { '&[data-filled]': { flex: 1 } },
});
const line = style({
  display: 'grid',
  gridTemplateColumns: 'var(--cols)',
  alignItems: 'center',
  columnGap: 16,
  paddingRight: layout.gutter,
  minWidth: 'min-content',
});
export const header = style([
  line,
  {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: layout.rowHeader,
    background: color.bgMain,
    borderTop: `1px solid ${color.line}`,
    borderBottom: `1px solid ${color.line}`,
    fontSize: size.s12,
    fontWeight: 500,
    color: color.text3,
  },
]);
export const headerCell = style({
  display: 'flex',
  alignItems: 'center',
  gap: 5,
  whiteSpace: 'nowrap',
  minWidth: 0,
  selectors: {
    '&[data-align="end"]': { justifyContent: 'flex-end' },
    '&[aria-sort="ascending"], &[aria-sort="descending"]': { color: color.text1 },
  },
});
export const headerButton = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 24,
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  fontWeight: 500,
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
export const body = style({ position: 'relative', minWidth: 'min-content' });
export const row = style([
  line,
  {
    position: 'absolute',
    left: 0,
    right: 0,
    height: layout.row,
    borderBottom: `1px solid ${soft(color.line, 65)}`,
    cursor: 'default',
    selectors: {
      // Above its neighbours, so that the tooltip of its action is not painted over.
      '&:hover': { background: color.bgHover, zIndex: 1 },
      '&[aria-selected="true"]': { background: soft(color.accent, 7, color.bgMain) },
      '&[data-cursor]': { background: color.bgActive, boxShadow: `inset 2px 0 ${color.accent}` },
      '&[data-dim]': { color: color.text2 },
    },
    '@media': {
      '(forced-colors: active)': {
        selectors: { '&[data-cursor]': { outline: '2px solid Highlight', outlineOffset: -2 } },
      },
    },
  },
]);
globalStyle(`${grid}:focus-visible ${row}[data-cursor]`, {
  outline: `2px solid ${color.accent}`,
  outlineOffset: -2,
});
export const lead = style({
  display: 'flex',
  justifyContent: 'flex-end',
  paddingLeft: 10,
  opacity: 0,
  selectors: {
    '&[data-shown], &:hover, &:focus-within': { opacity: 1 },
    [`${row}:hover &`]: { opacity: 1 },
  },
});
export const leadless = style({ width: 8 });
export const cell = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: color.text2,
  // Room for a focus ring inside a cell that cuts its content.
  padding: '3px 0',
  selectors: {
    '&[data-align="end"]': {
      textAlign: 'right',
      fontFamily: font.mono,
      fontSize: size.s13,
      color: color.text1,
    },
    '&:first-of-type': { color: color.text1, fontWeight: 500 },
  },
});
export const nameCell = style([cell, { color: color.text1, fontWeight: 500 }]);
export const action = style({ display: 'flex', justifyContent: 'flex-end', minWidth: 32 });
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
export const skeletonRow = style({
  height: layout.row,
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  padding: `0 ${layout.gutter} 0 60px`,
  borderBottom: `1px solid ${soft(color.line, 65)}`,
});
export const skeletonBar = style({
  height: 10,
  borderRadius: 5,
  background: color.bgActive,
  animation: `${pulse} 1.4s ${ease.in} infinite`,
});
export const check = style({
  position: 'relative',
  display: 'inline-grid',
  transition: `opacity ${time.fast}`,
});
