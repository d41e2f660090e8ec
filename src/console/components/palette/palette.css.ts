import { createGlobalVar, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow } from '../../../../styles/flex.ts';
import { fade, rise } from '../../../../styles/motion.css.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

// Written to the list and the dialog as they open and change: where such a property is inherited, that is a new
// style for each of some hundred elements in them.
for (const name of ['cmdk-list-height', 'dialog-viewport-height'])
  createGlobalVar(name, { syntax: '*', inherits: false });

const { color, size, radius, shadow, time, ease } = vars;

export const backdrop = style({
  background: color.shade,
  zIndex: 40,
  animation: `${fade} ${time.menu} ${ease.in}`,
});
export const dialog = style({
  ...inColumn,
  position: 'fixed',
  zIndex: 41,
  top: 'min(92px, 8vh)',
  left: '50%',
  translate: '-50% 0',
  width: 'min(680px, calc(100vw - 32px))',
  maxHeight: 'calc(100vh - min(92px, 8vh) - 24px)',
  overflow: 'hidden',
  borderRadius: radius.dialog,
  background: color.bgOverlay,
  boxShadow: shadow.dialog,
  animation: `${rise} ${time.menu} ${ease.in}`,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
export const dialogWide = style({ width: 'min(820px, calc(100vw - 32px))' });
export const command = style({ ...inColumn, minHeight: 0, outline: 'none' });

export const field = style({
  ...inRow(10),
  minHeight: 56,
  flex: 'none',
  padding: '0 16px',
  borderBottom: `1px solid ${color.line2}`,
  fontSize: size.s17,
  color: color.text3,
});
export const input = style({
  flex: 1,
  minWidth: 80,
  height: 40,
  border: 0,
  outline: 'none',
  background: 'none',
  color: color.text1,
  selectors: { '&:focus-visible': { outline: 'none' } },
});
export const pill = style({
  ...inTextRow(7),
  height: 28,
  minWidth: 0,
  maxWidth: 'min(220px, 55%)',
  padding: '0 9px',
  borderRadius: radius.control,
  background: color.bgActive,
  color: color.text1,
  fontSize: size.s14,
  fontWeight: 500,
  whiteSpace: 'nowrap',
});
export const pillText = style({ overflow: 'hidden', textOverflow: 'ellipsis' });
export const step = style({ fontSize: size.s12, whiteSpace: 'nowrap' });

export const body = style({ display: 'flex', minHeight: 0, overflow: 'hidden' });
export const list = style({
  flex: 1,
  minWidth: 0,
  overflowY: 'auto',
  padding: '6px 8px 8px',
  scrollPadding: '36px',
});
export const section = style({
  display: 'block',
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  padding: '10px 10px 5px',
});
export const item = style({
  ...inRow(11),
  minHeight: 38,
  padding: '0 10px',
  borderRadius: radius.control,
  fontSize: size.s14,
  scrollMargin: '8px 0',
  // Only a dozen of fifty rows are visible; skip layout of the others.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 38px',
  selectors: {
    '&[aria-selected="true"]': { background: soft(color.accent, 13, color.bgOverlay) },
    '&[data-refused]': { padding: '8px 10px', alignItems: 'flex-start' },
    '&[data-lines]': { padding: '6px 10px', alignItems: 'flex-start' },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&[aria-selected="true"]': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
    },
  },
});
export const itemIcon = style({
  flex: 'none',
  color: color.text3,
  selectors: {
    [`${item}[aria-selected="true"] &`]: { color: color.accent },
    [`${item}[data-refused] &`]: { color: color.textOff, marginTop: 2 },
    [`${item}[data-lines] &`]: { marginTop: 2 },
  },
});
/** Wraps first, keeping words whole, so that neighbors shrink. */
export const itemText = style({
  flex: '1 1000 auto',
  minWidth: 'min(50%, 180px)',
  overflowWrap: 'anywhere',
});
export const itemTitle = style({ selectors: { [`${item}[data-refused] &`]: { color: color.textOff } } });
export const itemDetail = style({
  display: 'block',
  fontSize: size.s13,
  color: color.text3,
  selectors: { [`${item}[aria-selected="true"] &`]: { color: color.text2 } },
});
export const reason = style({ ...inRow(6), marginTop: 2, fontSize: size.s13, color: color.warn });
export const meta = style({
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: '45%',
  overflowWrap: 'break-word',
  textAlign: 'end',
  fontSize: size.s13,
  color: color.text3,
  selectors: { [`${item}[aria-selected="true"] &`]: { color: color.text2 } },
});
export const hint = style({ padding: '8px 10px', fontSize: size.s13, color: color.text3 });
export const nothing = style([hint, { flex: 1, padding: '14px 18px 16px' }]);
export const message = style({ ...inRow(8), padding: '10px 18px', fontSize: size.s14, color: color.warn });

export const preview = style({
  width: 320,
  flex: 'none',
  padding: '16px 18px',
  borderLeft: `1px solid ${color.line2}`,
  fontSize: size.s13,
  color: color.text2,
  overflowY: 'auto',
  '@media': { '(max-width: 720px)': { display: 'none' } },
});
export const previewTitle = style({
  fontSize: size.s14,
  fontWeight: 600,
  color: color.text1,
  marginBottom: 8,
});
export const previewFacts = style({ display: 'grid', gap: 8, marginTop: 12 });
export const previewFact = style({ display: 'flex', justifyContent: 'space-between', gap: 12 });
export const previewValue = style({ color: color.text1 });

export const review = style({ padding: '16px 18px 20px', display: 'grid', gap: 8 });
export const reviewTitle = style({ ...inRow(8), fontSize: size.s17, fontWeight: 600 });
export const reviewBody = style({ color: color.text2, fontSize: size.s14 });
export const reviewActions = style({ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 12 });

export const foot = style({
  display: 'flex',
  // Overflow wraps to a hidden second line.
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  height: 40,
  overflow: 'hidden',
  flex: 'none',
  padding: '0 16px',
  borderTop: `1px solid ${color.line2}`,
  background: color.bgRaised,
  fontSize: size.s12,
  color: color.text3,
});
export const footHint = style({
  ...inTextRow(6),
  whiteSpace: 'nowrap',
  height: 39,
});
export const footEnd = style({ marginLeft: 'auto' });
