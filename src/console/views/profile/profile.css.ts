import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius, layout } = vars;

export const page = screenColumn;
export const head = style({ padding: `14px ${layout.gutter} 10px` });
export const panel = style({ ...inColumn, flex: 1, minHeight: 0, overflowY: 'auto' });
export const scrolled = style([panel, { padding: `20px ${layout.gutter} 32px`, gap: 32 }]);

export const section = style({ display: 'grid', gap: 14, maxWidth: 520 });
export const sectionTitle = style({ fontSize: size.s15, fontWeight: 600 });
export const person = style({ display: 'flex', gap: 20, alignItems: 'flex-start', flexWrap: 'wrap' });
export const avatar = style({
  width: 64,
  height: 64,
  borderRadius: '50%',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  background: soft(color.accent, 13, color.bgRaised),
  color: color.accent,
  fontSize: size.s20,
  fontWeight: 600,
});
export const fields = style({ display: 'grid', gap: 14, flex: 1, minWidth: 220 });

export const toolbar = style({ ...inWrappedRow(8), padding: `12px ${layout.gutter}` });
export const search = style({ width: 240, maxWidth: '100%' });
export const byKey = style({ width: 190, maxWidth: '100%' });
export const push = style({ marginLeft: 'auto', display: 'flex', gap: 8, flexWrap: 'wrap' });
export const switchRow = style({ padding: `0 ${layout.gutter} 12px`, maxWidth: 620 });
export const rowCommands = style({
  display: 'flex',
  gap: 8,
  flexWrap: 'wrap',
  padding: `0 ${layout.gutter} 12px`,
});
export const intro = style({
  padding: `14px ${layout.gutter} 0`,
  color: color.text2,
  fontSize: size.s14,
  maxWidth: 720,
});
export const table = style({
  flexGrow: 1,
  // Below this height the panel scrolls instead of squeezing the rows.
  minHeight: 280,
  flexShrink: 0,
  flexBasis: 280,
  minWidth: 0,
  ...inColumn,
  borderTop: `1px solid ${color.line}`,
});
export const keys = style({ ...inRow(8), minWidth: 0, overflow: 'hidden' });
export const more = style({ fontSize: size.s12, color: color.text3, flex: 'none' });
export const steps = style({
  margin: 0,
  paddingLeft: 24,
  display: 'grid',
  gap: 4,
  fontSize: size.s13,
  listStyle: 'decimal',
});
export const step = style({ overflowWrap: 'anywhere', '::marker': { color: color.text3 } });
export const stepArgument = style({
  marginLeft: 10,
  color: color.text3,
  fontFamily: font.mono,
  fontSize: size.s12,
});
export const gone = style({ marginLeft: 10, color: color.warn });
export const quiet = style({ fontSize: size.s12, color: color.text3 });
export const recorder = style({ display: 'grid', gap: 10, paddingTop: 12, fontSize: size.s13 });

export const notice = style({
  ...inWrappedRow(10),
  margin: `10px ${layout.gutter} 0`,
  padding: '8px 12px',
  borderRadius: radius.control,
  border: `1px solid ${soft(color.warn, 45)}`,
  background: soft(color.warn, 12, color.bgMain),
  fontSize: size.s14,
});
export const noticeText = style({ flex: 1, minWidth: 200 });
export const sessions = style({ display: 'grid', gap: 8, listStyle: 'none', padding: 0, margin: 0 });
export const session = style({ ...inRow(12), justifyContent: 'space-between', fontSize: size.s13 });
export const sessionFacts = style({ display: 'block', color: color.text3, fontSize: size.s12 });
