import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const page = style({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });
export const content = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
});
export const chart = style({
  padding: `18px ${vars.layout.gutter}`,
  borderBottom: `1px solid ${vars.color.line}`,
});
export const heading = style({ fontSize: vars.size.s15, fontWeight: 600, marginBottom: 10 });
export const table = style({ minHeight: 280, flex: 1, display: 'flex', flexDirection: 'column' });
export const tableHeading = style({
  fontSize: vars.size.s15,
  fontWeight: 600,
  padding: `16px ${vars.layout.gutter} 10px`,
});
export const srOnlyTitle = style({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
