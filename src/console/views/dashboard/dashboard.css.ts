import { globalStyle, style } from '@vanilla-extract/css';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

export const page = screenColumn;
export const content = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
});
/** Side by side; one under the other where each would be narrower than its labels. */
export const charts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
  gap: 16,
  padding: `16px ${vars.layout.gutter}`,
  borderBottom: `1px solid ${vars.color.line}`,
  flex: 'none',
});
/** Holds the place of a chart while its code is on its way. */
export const chartRoom = style({ height: '24rem' });
export const heading = style({ fontSize: vars.size.s15, fontWeight: 600, marginBottom: 10 });
export const table = style({ flex: 'none', display: 'flex', flexDirection: 'column' });
export const tableHeading = style({
  fontSize: vars.size.s15,
  fontWeight: 600,
  padding: `16px ${vars.layout.gutter} 10px`,
});
export const tops = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  gap: '0 32px',
  padding: `0 ${vars.layout.gutter} 24px`,
  borderTop: `1px solid ${vars.color.line}`,
  flex: 'none',
});
export const top = style({ minWidth: 0 });
export const topHeading = style({ fontSize: vars.size.s15, fontWeight: 600, padding: '16px 0 10px' });
export const topEmpty = style({ color: vars.color.text3, fontSize: vars.size.s14 });
export const topTable = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: vars.size.s14,
});
globalStyle(`${topTable} th`, { textAlign: 'left', fontWeight: 400, padding: 0 });
globalStyle(`${topTable} thead th`, {
  height: vars.layout.rowHeader,
  borderBlock: `1px solid ${vars.color.line}`,
  fontSize: vars.size.s12,
  fontWeight: 500,
  color: vars.color.text3,
});
globalStyle(`${topTable} th:last-child`, { textAlign: 'right', width: '40%' });
globalStyle(`${topTable} tbody tr > *`, {
  height: vars.layout.row,
  borderBottom: `1px solid ${vars.color.line}`,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const topFigure = style({
  position: 'relative',
  padding: 0,
  textAlign: 'right',
  fontFamily: vars.font.mono,
  fontSize: vars.size.s13,
});
/** Share of the greatest, as a line under the figure. */
export const topShare = style({
  position: 'absolute',
  right: 0,
  bottom: 0,
  height: 2,
  background: vars.color.accent2,
});
