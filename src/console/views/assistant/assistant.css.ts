import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';
import { keptFree } from '../../components/widgets/toasts/toast.css.ts';

const { color, font, layout, radius, shadow, size } = vars;

/** Beside the screen if wide enough, else in front of it. */
const WIDE = '(min-width: 1280px)';
export const OPEN = 'data-assistant-open';

globalStyle(`html[${OPEN}]`, { vars: { [keptFree]: layout.chat } });
globalStyle(`html[${OPEN}] #root`, { '@media': { [WIDE]: { paddingRight: layout.chat } } });

export const panel = style({
  position: 'fixed',
  inset: '0 0 0 auto',
  zIndex: 35,
  ...inColumn,
  width: `min(${layout.chat}, 100vw)`,
  // The key bar's text is on one line.
  whiteSpace: 'normal',
  background: color.bgApp,
  borderLeft: `1px solid ${color.line}`,
  '@media': {
    '(max-width: 1279px)': { boxShadow: shadow.dialog },
    '(forced-colors: active)': { borderLeft: '1px solid CanvasText' },
  },
});
export const head = style({
  ...inWrappedRow('0 8px'),
  flex: 'none',
  minHeight: layout.topbar,
  padding: '0 8px 0 16px',
  borderBottom: `1px solid ${color.line}`,
});
/** A second context, the selection, moves both below the title to be readable. */
export const contexts = style({
  display: 'flex',
  flex: '1 1 0',
  gap: 8,
  minWidth: 0,
  selectors: { '&:has(> :nth-child(2))': { order: 1, flexBasis: '100%', padding: '0 8px 10px 0' } },
});
export const title = style({
  margin: 0,
  fontSize: size.s15,
  fontWeight: 600,
  lineHeight: `calc(${layout.topbar} - 1px)`,
  color: color.text1,
});
export const context = style({
  minWidth: 0,
  padding: '2px 8px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.chip,
  font: `${size.s12} ${font.mono}`,
  color: color.text2,
});
/** The selection on the screen, after the screen itself. */
export const picked = style([
  context,
  { flexShrink: 0, maxWidth: '60%', color: color.accent, borderColor: soft(color.accent, 40) },
]);
export const headEnd = style({ display: 'flex', gap: 4, marginLeft: 'auto' });
export const messages = style({
  ...inColumn,
  gap: 16,
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  margin: 0,
  padding: 16,
  listStyle: 'none',
});
export const start = style({
  ...inColumn,
  gap: 12,
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  justifyContent: 'center',
  padding: 16,
  color: color.text2,
});
export const greeting = style({ margin: 0, fontSize: size.s17, fontWeight: 600, color: color.text1 });
export const paragraph = style({ margin: 0 });
export const prompts = style({
  ...inColumn,
  gap: 6,
  alignItems: 'flex-start',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
/** Whole sentences wrap. */
export const prompt = style({
  height: 'auto',
  minHeight: 28,
  whiteSpace: 'normal',
  textAlign: 'left',
  padding: '5px 10px',
});
export const said = style({
  alignSelf: 'flex-end',
  maxWidth: '85%',
  padding: '8px 12px',
  borderRadius: radius.card,
  background: color.bgActive,
  color: color.text1,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const reply = style({ ...inColumn, gap: 8, minWidth: 0 });
export const text = style({
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: color.text1,
});
export const steps = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: size.s13,
  color: color.text3,
});
export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 12px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const failure = style({ margin: 0, color: color.err, overflowWrap: 'anywhere' });
export const givenUp = style({ ...inRow(8), justifyContent: 'space-between', padding: '8px 16px' });
export const rating = style({ ...inRow(4), color: color.text2, fontSize: size.s13 });
export const card = style({
  border: `1px solid ${color.line2}`,
  borderRadius: radius.card,
  background: color.bgMain,
  overflow: 'hidden',
});
export const cardHead = style({
  ...inRow(8),
  padding: '10px 12px',
  borderBottom: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
});
export const cardTitle = style({
  margin: 0,
  flex: 1,
  minWidth: 0,
  fontSize: size.s14,
  fontWeight: 600,
  color: color.text1,
});
export const cardBody = style({ display: 'grid', gap: 8, padding: 12, minWidth: 0 });
export const notes = style({ margin: 0, paddingLeft: 18, listStyle: 'disc', color: color.text2 });
export const cardFoot = style({ ...inWrappedRow(8), padding: 12, borderTop: `1px solid ${color.line}` });
/** The model, and where questions go. */
export const brain = style({
  flex: 'none',
  margin: '0 16px',
  fontSize: size.s12,
  color: color.text3,
  overflowWrap: 'anywhere',
});
export const composer = style({
  flex: 'none',
  margin: 12,
  padding: 8,
  border: `1px solid ${color.lineControl}`,
  borderRadius: radius.card,
  background: color.bgMain,
  selectors: {
    '&:focus-within': { borderColor: color.accent, boxShadow: `0 0 0 1px ${soft(color.accent, 60)}` },
  },
});
export const field = style({
  display: 'block',
  width: '100%',
  minHeight: 44,
  maxHeight: 160,
  padding: 4,
  border: 0,
  outline: 'none',
  resize: 'none',
  background: 'none',
  color: color.text1,
  font: 'inherit',
  fieldSizing: 'content' as never,
  selectors: { '&::placeholder': { color: color.text3 } },
});
export const composerFoot = style({
  ...inRow(8),
  justifyContent: 'space-between',
  fontSize: size.s12,
  color: color.text3,
});
export const connecting = style(inRow(8));
export const form = style({ display: 'grid', gap: 12, paddingTop: 12 });
export const reasons = style({ display: 'grid', gap: 8, margin: 0, padding: 0, border: 0 });
/** A grid's gap excludes a legend. */
export const legend = style({ marginBottom: 8, padding: 0 });
