import { style } from '@vanilla-extract/css';
import { inColumn, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const page = style({ ...inColumn, flex: 1, minHeight: 0 });
export const head = style({ ...inWrappedRow('8px 24px'), padding: `10px ${layout.gutter}`, flex: 'none' });
export const filters = style({ flex: '0 1 auto', minWidth: 0 });
export const summary = style({ ...inWrappedRow('4px 20px'), marginLeft: 'auto', fontSize: size.s13 });
export const fact = style({ ...inTextRow(8) });
export const factLabel = style({ color: color.text2 });
export const factValue = style({
  margin: 0,
  font: `500 ${size.s13}/1.3 ${font.mono}`,
  color: color.text1,
  selectors: { '&[data-bad]': { color: color.err } },
});
export const lost = style({ color: color.err });
export const content = style({
  ...inColumn,
  flex: 1,
  minHeight: 0,
  position: 'relative',
  overflowY: 'auto',
  borderTop: `1px solid ${color.line}`,
});
export const source = style({
  ...inWrappedRow('4px 12px'),
  margin: 0,
  padding: `10px ${layout.gutter}`,
  fontSize: size.s13,
  color: color.text2,
});
export const charts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
  gap: 16,
  padding: `16px ${layout.gutter}`,
  flex: 'none',
});
export const stages = style({ padding: `0 ${layout.gutter} 16px`, flex: 'none' });
export const message = style({ display: 'grid', placeContent: 'center', flex: 1, padding: 24 });
