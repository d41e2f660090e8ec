import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn, screenRest } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';
import { FORM_WIDTH, INSET } from '../entity-form/inset.ts';

export const page = screenColumn;
export const head = style({ ...inWrappedRow(12), padding: `14px ${vars.layout.gutter} 10px` });
export const title = style({
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontSize: vars.size.s20,
  fontWeight: 600,
  letterSpacing: '-.018em',
});
export const counts = style({ ...inWrappedRow(16), fontSize: vars.size.s13, color: vars.color.text2 });
export const filters = style({ ...inWrappedRow(8), padding: `0 ${vars.layout.gutter} 12px` });
export const underTabs = style({ paddingTop: 12 });
/** Narrow enough to keep Reset on the same line. */
export const search = style({
  width: 264,
  maxWidth: '100%',
  '@media': { 'screen and (max-width: 1100px)': { width: 200 } },
});
export const body = style([screenRest, { display: 'flex', borderTop: `1px solid ${vars.color.line}` }]);
export const table = style({ ...inColumn, flex: 1, minWidth: 0, minHeight: 0 });
export const actions = style({ display: 'flex', gap: 8, flexWrap: 'wrap' });
/** Labels and keys of three commands fit beside the counts; icons do not. */
globalStyle(`${actions} > button > svg`, {
  '@media': { 'screen and (max-width: 1100px)': { display: 'none' } },
});
export const push = style({ display: 'flex', gap: 8, flexWrap: 'wrap', marginLeft: 'auto' });
/** Never covers the list. */
export const panel = style({
  ...inColumn,
  width: vars.layout.configPanel,
  flex: 'none',
  borderLeft: `1px solid ${vars.color.line}`,
  background: vars.color.bgRaised,
  minHeight: 0,
  '@media': {
    'screen and (max-width: 720px)': { position: 'absolute', inset: 0, width: 'auto', zIndex: 4, border: 0 },
  },
});
/** The list keeps names and states; on narrow screens it is hidden. */
export const tableBesideWide = style([
  table,
  {
    flex: '0 0 clamp(260px, 30%, 400px)',
    '@media': { 'screen and (max-width: 900px)': { display: 'none' } },
  },
]);
export const widePanel = style([
  panel,
  {
    flex: '1 1 0',
    width: 'auto',
    minWidth: 0,
    background: vars.color.bgMain,
    vars: { [FORM_WIDTH]: '1040px', [INSET]: vars.layout.gutter },
  },
]);
