import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;
/** Facts and configuration are stacked below this width. */
const NARROW = 'screen and (max-width: 1200px)';

export const body = style({
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(360px, 480px)',
  gridTemplateRows: 'minmax(0, 1fr)',
  '@media': { [NARROW]: { display: 'block', overflowY: 'auto' } },
});
export const facts = style({
  minWidth: 0,
  overflowY: 'auto',
  padding: `16px ${layout.gutter} 32px`,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignContent: 'start',
  '@media': { [NARROW]: { overflowY: 'visible' } },
});
export const form = style({
  ...inColumn,
  minWidth: 0,
  minHeight: 0,
  borderLeft: `1px solid ${color.line}`,
  background: color.bgRaised,
  '@media': { [NARROW]: { borderLeft: 0, borderTop: `1px solid ${color.line}` } },
});
export const formHead = style({
  padding: '14px 16px',
  fontSize: size.s15,
  fontWeight: 600,
  borderBottom: `1px solid ${color.line}`,
});
export const section = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 10 });
export const sectionHead = style({ ...inRow(12), minHeight: 28, fontSize: size.s15, fontWeight: 600 });
export const buttons = style({ display: 'flex', gap: 8 });
export const push = style({ marginLeft: 'auto' });
export const note = style({ fontSize: size.s13, color: color.text2 });
export const heading = style({
  fontSize: size.s13,
  fontWeight: 500,
  color: color.text2,
  marginBottom: 6,
});
export const plain = style({ listStyle: 'none', padding: 0, margin: 0, display: 'grid', gap: 8 });
export const user = style({ ...inRow(16), fontSize: size.s14 });
export const chart = style({ minHeight: 410 });
export const panelFacts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '6px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const fold = style({
  cursor: 'pointer',
  width: 'fit-content',
  minHeight: 24,
  color: color.text2,
  fontSize: size.s13,
});
export const trends = style({ display: 'grid', gap: 12, marginTop: 8 });
export const term = style({ color: color.text3 });
export const value = style({ margin: 0, minWidth: 0, overflowWrap: 'anywhere' });
export const panelTop = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  paddingBottom: 16,
  borderBottom: `1px solid ${color.line}`,
});
export const panelHealth = style({ ...inWrappedRow('4px 12px'), fontSize: size.s14 });
export const senders = style({ width: '100%', borderCollapse: 'collapse', fontSize: size.s13 });
const cell = style({ padding: '5px 16px 5px 0', textAlign: 'start', fontWeight: 400 });
export const senderHead = style([cell, { color: color.text3, borderBottom: `1px solid ${color.line}` }]);
export const senderCell = style([cell, { overflowWrap: 'anywhere' }]);
export const senderNumber = style([cell, { textAlign: 'end', fontVariantNumeric: 'tabular-nums' }]);
