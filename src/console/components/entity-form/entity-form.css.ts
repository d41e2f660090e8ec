import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';
import { FORM_WIDTH, INSET } from './inset.ts';

const inset = `var(${INSET}, 16px)`;

export const form = style({ ...inColumn, flex: 1, minHeight: 0, minWidth: 0 });
export const head = style({
  ...inRow(10),
  padding: `12px ${inset}`,
  borderBottom: `1px solid ${vars.color.line}`,
  // Beside the buttons a heading would break inside a word.
  '@media': { '(max-width: 400px)': { flexWrap: 'wrap' } },
});
export const heading = style({
  fontSize: vars.size.s15,
  fontWeight: 600,
  lineHeight: 1.3,
  overflowWrap: 'anywhere',
});
export const headActions = style({ ...inRow(4), flex: 'none', marginLeft: 'auto' });
export const sub = style({ fontSize: vars.size.s12, color: vars.color.text3 });
export const body = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: `16px ${inset}`,
  display: 'grid',
  gridTemplateColumns: `minmax(0, var(${FORM_WIDTH}, 640px))`,
  gap: 16,
  alignContent: 'start',
});
export const foot = style({
  ...inWrappedRow(8),
  justifyContent: 'flex-end',
  padding: `12px ${inset}`,
  borderTop: `1px solid ${vars.color.line}`,
});
export const footLead = style({ display: 'flex', marginRight: 'auto' });
/** Wrap together, below the leading part. */
export const footActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  marginLeft: 'auto',
});
export const failure = style({ color: vars.color.err, fontSize: vars.size.s13 });

/** A command region without its own layout box. */
export const region = style({ display: 'contents' });
