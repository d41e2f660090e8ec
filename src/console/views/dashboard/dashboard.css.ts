import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

export const page = screenColumn;
/** Scrolls as a whole: the list of trouble may be long. */
export const scrolled = style([screenColumn, { overflowY: 'auto', containerType: 'inline-size' }]);
/** Beside each other where labels fit, else stacked. */
export const halves = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 39fr) minmax(0, 61fr)',
  '@container': { '(max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  borderBottom: `1px solid ${vars.color.line}`,
  flex: 'none',
});
globalStyle(`${halves} > *`, { minWidth: 0 });
export const chart = style({ padding: `16px ${vars.layout.gutter}` });
/** Reserves the chart's height while it loads. */
export const chartRoom = style({ height: '24rem' });
export const table = style({ ...inColumn, flex: 'none' });
export const tableHeading = style({
  fontSize: vars.size.s15,
  fontWeight: 600,
  padding: `16px ${vars.layout.gutter} 10px`,
});
export const rest = style({ margin: 0, padding: `6px ${vars.layout.gutter}` });
export const tops = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  paddingBottom: 24,
  borderTop: `1px solid ${vars.color.line}`,
  flex: 'none',
});
export const top = style({ minWidth: 0 });
export const topHeading = style({
  fontSize: vars.size.s15,
  fontWeight: 600,
  padding: `16px ${vars.layout.gutter} 10px`,
});
export const topEmpty = style({
  padding: `10px ${vars.layout.gutter}`,
  color: vars.color.text3,
  fontSize: vars.size.s14,
});
/** The table never shrinks. */
export const topRoom = style({ ...inColumn, minWidth: 0 });
