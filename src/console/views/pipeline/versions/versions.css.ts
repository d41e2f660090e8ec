import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const comparison = style({ display: 'contents' });
export const panel = style({
  flex: '0 0 min(560px, 62%)',
  // Narrower beside a comparison, whose graph shows the positions.
  selectors: { [`${comparison} > &`]: { flexBasis: 'clamp(380px, 42%, 480px)' } },
  minWidth: 0,
  minHeight: 0,
  ...inColumn,
  background: color.bgRaised,
  borderLeft: `1px solid ${color.line}`,
  '@media': { '(max-width: 900px)': { flexBasis: '100%' } },
});
export const head = style({
  ...inWrappedRow(8),
  minHeight: 44,
  padding: '6px 10px 6px 16px',
  borderBottom: `1px solid ${color.line}`,
});
export const title = style({ fontSize: size.s15, fontWeight: 600 });
export const right = style({ ...inWrappedRow(6), marginLeft: 'auto' });
export const table = style({ ...inColumn, flex: 1, minHeight: 0 });
export const version = style({ ...inRow(8), minWidth: 0 });
export const number = style({ font: `500 ${size.s13}/1.3 ${font.mono}`, color: color.text1 });
export const name = style({
  fontSize: size.s14,
  color: color.text1,
  fontWeight: 500,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
});
export const lines = style({
  display: 'grid',
  height: 'calc(var(--row-h) - 7px)',
  alignContent: 'center',
  lineHeight: 1.3,
  minWidth: 0,
  fontSize: size.s12,
  color: color.text2,
});
export const firstLines = style([lines, { height: 'calc(var(--row-h) - 1px)' }]);
export const marks = style({ display: 'flex', gap: 10, minWidth: 0 });
export const mark = style({ ...inTextRow(4) });
export const shown = style({ color: color.accent });
export const author = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
export const time = style({ font: `400 ${size.s12}/1.3 ${font.mono}`, color: color.text3 });
export const body = style({
  // Contains visually hidden text, which would otherwise make the page taller.
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '14px 16px 20px',
  display: 'grid',
  gap: 16,
  alignContent: 'start',
});
export const summary = style({ ...inWrappedRow(12), fontSize: size.s13 });
export const quiet = style({ fontSize: size.s13, color: color.text3 });
export const section = style({ display: 'grid', gap: 8 });
export const sectionTitle = style({ fontSize: size.s13, fontWeight: 600, color: color.text2 });
export const restore = style({ display: 'grid', gap: 14, paddingTop: 12 });
export const warning = style({ display: 'flex', gap: 8, fontSize: size.s13, color: color.warn });
export const conflict = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  gap: '16px 24px',
  alignItems: 'start',
  paddingTop: 14,
});
export const sampleTitle = style({ fontSize: size.s14, fontWeight: 500 });
