import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius, layout, font } = vars;

const NARROW = '(max-width: 640px)';

export const app = style({ display: 'flex', height: '100vh', background: color.bgApp });
export const main = style({
  ...inColumn,
  position: 'relative',
  overflow: 'clip',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  background: color.bgMain,
  borderLeft: `1px solid ${color.line}`,
});
globalStyle(`:root[data-full-screen] ${main}`, { borderLeft: 0 });
export const content = style({
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  ...inColumn,
  outline: 'none',
  overflow: 'auto',
  // Contains visually hidden elements, which otherwise make the page longer.
  position: 'relative',
});
export const skip = style({
  position: 'fixed',
  left: 8,
  top: -60,
  zIndex: 60,
  padding: '8px 12px',
  borderRadius: radius.control,
  background: color.accent,
  color: color.onAccent,
  fontWeight: 600,
  selectors: { '&:focus': { top: 8 } },
});

export const topBar = style({
  ...inRow(8),
  height: layout.topbar,
  flex: 'none',
  padding: `0 12px 0 ${layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s14,
  '@media': {
    [NARROW]: {
      flexWrap: 'wrap',
      gap: '0 8px',
      height: 'auto',
      minHeight: layout.topbar,
      paddingLeft: 8,
    },
  },
});
globalStyle(`:root[data-full-screen] ${topBar}`, { display: 'none' });
export const crumbs = style({
  // Shrinks before the content at the end.
  flex: '0 4 auto',
  '@media': { [NARROW]: { flex: '1 1 0' } },
  ...inRow(8),
  color: color.text3,
  minWidth: 0,
});
export const crumb = style({
  ...inRow(8),
  minWidth: 40,
  // The middle crumbs shrink first, the first one last.
  flexShrink: 6,
  selectors: { '&:first-child': { flexShrink: 0 } },
  '@media': {
    [NARROW]: {
      // The screen's heading shows the current place.
      selectors: { '&:not(:nth-last-child(-n + 2))': { display: 'none' } },
    },
  },
});
export const crumbMark = style({
  flex: 'none',
  display: 'inline-flex',
  '@media': { [NARROW]: { display: 'none' } },
});
export const crumbText = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const crumbHere = style([
  crumb,
  {
    color: color.text1,
    fontWeight: 500,
    flexShrink: 1,
    selectors: {
      // The only crumb may shrink.
      '&:first-child': { flexShrink: 1 },
      // A crumb that only names the view of the item before it.
      '&:nth-child(n + 3)': { flexShrink: 0 },
    },
    '@media': {
      [NARROW]: {
        selectors: {
          '&:not(:first-child)': {
            position: 'absolute',
            width: 1,
            minWidth: 0,
            height: 1,
            overflow: 'hidden',
            clipPath: 'inset(50%)',
          },
        },
      },
    },
  },
]);
export const crumbLink = style([
  crumbText,
  { selectors: { '&:hover': { color: color.text1 }, '&:focus-visible': { outlineOffset: -2 } } },
]);
/** On its own line in narrow windows. */
export const stale = style({
  flex: 'none',
  marginLeft: 'auto',
  '@media': { [NARROW]: { order: 1, flex: '1 0 100%', minWidth: 0 } },
});
export const topActions = style({
  ...inRow(8),
  '@media': { [NARROW]: { marginLeft: 'auto' } },
  flex: '0 1 auto',
  minWidth: 0,
});
/** The breadcrumb needs the room of the keys. */
globalStyle(`${topActions} kbd`, { '@media': { [NARROW]: { display: 'none' } } });
export const omni = style({
  position: 'relative',
  ...inRow(8),
  height: 28,
  // Shrinks to its icon before the time range is truncated.
  flex: '0 99999 264px',
  minWidth: 36,
  overflow: 'hidden',
  padding: '0 5px 0 9px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  color: color.text3,
  fontSize: size.s13,
  background: color.bgApp,
  textAlign: 'left',
  selectors: { '&:hover': { color: color.text2 } },
  '@media': { '(max-width: 760px)': { flex: 'none' } },
});
export const omniText = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Remains the button's accessible name.
  '@media': {
    '(max-width: 760px)': { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' },
  },
});

/** Reserved until the key bar is loaded. */
export const barRoom = style({
  height: layout.keybar,
  flex: 'none',
  background: color.bgApp,
  borderTop: `1px solid ${color.line}`,
});
globalStyle(`:root[data-full-screen] ${barRoom}`, { display: 'none' });
export const keyBar = style({
  ...inRow(14),
  height: '100%',
  paddingRight: 12,
  fontSize: size.s13,
  color: color.text2,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
});
const modeBase = style({
  alignSelf: 'stretch',
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  padding: '0 12px',
  font: `600 ${size.s11}/1 ${font.mono}`,
  letterSpacing: '.04em',
});
export const mode = styleVariants({
  neutral: [modeBase, { background: color.bgActive, color: color.text1 }],
  warn: [modeBase, { background: soft(color.warn, 12, color.bgRaised), color: color.warn }],
  accent: [modeBase, { background: color.accent, color: color.onAccent }],
});
export const barCommands = style({
  ...inWrappedRow('0 14px'),
  height: '100%',
  overflow: 'hidden',
  flex: 1,
  minWidth: 0,
});
export const barCommand = style({
  ...inTextRow(6),
  height: 35,
  padding: 0,
  border: 0,
  background: 'none',
  borderRadius: radius.chip,
  selectors: {
    '&:hover': { color: color.text1 },
    '&[aria-disabled="true"]': { color: color.textOff },
    '&:focus-visible': { outlineOffset: '-3px' },
  },
});
export const barEnd = style({ ...inRow(14), paddingLeft: 12, flex: 'none' });

export const macroMark = style({
  ...inRow(6),
  color: color.err,
  font: `600 ${size.s11}/1 ${font.mono}`,
  letterSpacing: '.04em',
});
export const macroText = style({ color: color.text2, fontWeight: 500, letterSpacing: 0 });

export const keySheet = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: layout.keybar,
  zIndex: 30,
});
