import { style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const page = style({ ...inColumn, minHeight: '100vh', background: color.bgMain });
export const header = style({ padding: '14px 24px' });
export const main = style({ ...inColumn, flex: 1, justifyContent: 'center', paddingBottom: 96 });
export const column = style({
  width: 'min(720px, calc(100% - 48px))',
  margin: '28px auto 0',
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
});
export const title = style({ fontSize: 40, letterSpacing: '-.035em', lineHeight: 1.1, fontWeight: 600 });
export const sentence = style({ color: color.text2, fontSize: size.s17, maxWidth: '56ch' });
const told = style({
  color: color.text1,
  fontSize: size.s14,
  padding: '10px 14px',
  borderRadius: vars.radius.card,
  background: color.bgRaised,
  maxWidth: '64ch',
});
export const problem = style([told, { borderLeft: `3px solid ${color.err}` }]);
export const notice = style([told, { borderLeft: `3px solid ${color.info}` }]);
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 14 });
export const code = style({
  display: 'grid',
  gap: 12,
  width: 'min(440px, 100%)',
  marginTop: 10,
  justifyItems: 'stretch',
});
