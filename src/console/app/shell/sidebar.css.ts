import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../styles/flex.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius, layout, shadow } = vars;
/** At these widths the sidebar is an icon rail; below, a drawer. */
export const RAIL = '(min-width: 641px) and (max-width: 1023px)';
const DRAWER = '(max-width: 640px)';
/** Hidden labels on the rail are still the accessible names. */
const unseenOnRail = {
  '@media': {
    [RAIL]: {
      position: 'absolute' as const,
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
};
const hiddenOnRail = { '@media': { [RAIL]: { display: 'none' } } };

export const sidebar = style({
  ...inColumn,
  width: layout.sidebar,
  padding: 8,
  minHeight: 0,
  overflowY: 'auto',
  background: color.bgApp,
  '@media': { [RAIL]: { width: 56 }, [DRAWER]: { display: 'none' } },
});
// A screen that fills the display hides the frame around it.
globalStyle(`:root[data-full-screen] ${sidebar}`, { display: 'none' });
export const drawer = style({
  ...inColumn,
  position: 'fixed',
  zIndex: 41,
  inset: '0 auto 0 0',
  width: `min(${layout.sidebar}, calc(100vw - 32px))`,
  padding: 8,
  overflowY: 'auto',
  background: color.bgApp,
  boxShadow: shadow.dialog,
  '@media': { '(forced-colors: active)': { borderRight: '1px solid CanvasText' } },
});
export const drawerClose = style({ alignSelf: 'flex-end' });
export const menuButton = style({
  display: 'none',
  '@media': { [DRAWER]: { display: 'inline-flex' } },
});
export const switcher = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  width: '100%',
  padding: '0 8px 0 0',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  textAlign: 'left',
  selectors: { '&:hover': { background: color.bgHover }, '&:focus-visible': { outlineOffset: '-2px' } },
  '@media': { [RAIL]: { padding: 0 } },
});

export const brand = style({
  ...inRow(10),
  height: 40,
  minWidth: 0,
  padding: '0 8px',
  fontWeight: 600,
  letterSpacing: '-.01em',
});
export const brandName = style({
  fontSize: size.s15,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  ...hiddenOnRail,
});
export const mark = style({ width: 24, height: 24, flex: 'none' });
export const markGround = style({ fill: color.accent });
export const markLetter = style({ stroke: color.onAccent });
globalStyle(`header ${brandName}`, { display: 'inline' });

export const site = style({
  ...inRow(9),
  height: 36,
  flex: 'none',
  width: '100%',
  padding: '0 8px 0 10px',
  margin: '8px 0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgMain,
  fontSize: size.s14,
  textAlign: 'left',
  '@media': { [RAIL]: { padding: 0, justifyContent: 'center' } },
});
export const siteName = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  ...unseenOnRail,
});
export const siteChevron = style({ color: color.text3, ...hiddenOnRail });

export const nav = style({ ...inColumn, gap: 1 });
export const entry = style({
  ...inRow(10),
  height: 34,
  flex: 'none',
  padding: '0 8px 0 10px',
  borderRadius: radius.control,
  color: color.text2,
  fontSize: size.s14,
  fontWeight: 450,
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[aria-current="page"]': { background: color.bgActive, color: color.text1, fontWeight: 500 },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
  '@media': {
    [RAIL]: { position: 'relative', padding: 0, justifyContent: 'center' },
    // Forced colors remove the background that marks the current entry.
    '(forced-colors: active)': {
      selectors: { '&[aria-current="page"]': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
    },
  },
});
/** On the rail the count is hidden; the icon keeps its mark. */
export const entryMark = style({
  display: 'inline-flex',
  flex: 'none',
  '@media': { [RAIL]: { position: 'absolute', top: 2, left: 24, width: 14, overflow: 'hidden' } },
});
export const button = style([entry, { width: '100%', border: 0, background: 'none', textAlign: 'left' }]);
export const entryIcon = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  color: color.text3,
  selectors: { [`${entry}[aria-current="page"] &`]: { color: color.accent } },
});
export const entryLabel = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  ...unseenOnRail,
});
export const entryKeys = style({ flex: 'none', ...hiddenOnRail });
export const heading = style({
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  padding: '18px 10px 6px',
  letterSpacing: 0,
  ...hiddenOnRail,
});

export const user = style({
  ...inRow(10),
  // Height with a name, which loads later.
  height: 52,
  width: '100%',
  marginTop: 'auto',
  padding: '10px 8px 8px',
  border: 0,
  borderTop: `1px solid ${color.line}`,
  background: 'none',
  textAlign: 'left',
  flex: 'none',
  '@media': { [RAIL]: { padding: '10px 0 8px', justifyContent: 'center' } },
});
export const userSpacer = style({ flex: 1, minHeight: 12 });
/** Reserved until its two entries are loaded. */
export const footRoom = style({ ...inColumn, flex: 'none', minHeight: 68, marginBottom: 6 });
export const avatar = style({
  width: 28,
  height: 28,
  borderRadius: '50%',
  background: soft(color.accent, 13, color.bgRaised),
  color: color.accent,
  display: 'grid',
  placeItems: 'center',
  fontSize: size.s12,
  fontWeight: 600,
  flex: 'none',
  overflow: 'hidden',
});
export const userText = style({
  flex: 1,
  minWidth: 0,
  lineHeight: 1.25,
  fontSize: size.s14,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  ...hiddenOnRail,
});
export const userEmail = style({
  display: 'block',
  fontSize: size.s12,
  color: color.text3,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});
