import { style } from '@vanilla-extract/css';
import { type } from '../../../styles/text.css.ts';
import { vars } from '../../../styles/tokens.css.ts';

export const frame = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(200px, max-content) minmax(0, 1fr)',
  minBlockSize: '100vh',
  '@media': { '(max-width: 700px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

export const nav = style({
  display: 'flex',
  flexFlow: 'column',
  gap: 8,
  padding: 24,
  background: vars.color.bgApp,
  '@media': { '(max-width: 700px)': { flexFlow: 'row wrap', padding: 12 } },
});

export const main = style({
  display: 'grid',
  alignContent: 'start',
  gap: 24,
  padding: 24,
  minInlineSize: 0,
  background: vars.color.bgMain,
});

export const title = type.pageTitle;

export const state = style({ display: 'grid', gap: 8, minInlineSize: 0 });

export const heading = style([type.label, { color: vars.color.text3, fontWeight: 500 }]);

export const stage = style({
  border: `1px dashed ${vars.color.line2}`,
  borderRadius: vars.radius.card,
  padding: 16,
  minInlineSize: 0,
});
