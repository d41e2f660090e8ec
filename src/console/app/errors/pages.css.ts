import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const whole = style({
  height: '100vh',
  display: 'flex',
  flexDirection: 'column',
  background: color.bgMain,
});
export const header = style({ padding: '8px 16px', flex: 'none' });
export const headerLine = style({
  flex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 8,
});
export const person = style({ display: 'flex', alignItems: 'center', gap: 10 });
export const page = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  paddingBottom: 40,
  minHeight: 0,
  overflow: 'auto',
});
export const words = style({ width: 'min(720px, calc(100% - 48px))', margin: '28px auto 0' });
export const title = style({ fontSize: 40, letterSpacing: '-.035em', lineHeight: 1.1, fontWeight: 600 });
export const sentence = style({
  color: color.text2,
  fontSize: size.s17,
  marginTop: 12,
  overflowWrap: 'anywhere',
});
export const address = style({ fontFamily: font.mono, fontSize: '.93em', color: color.text1 });
export const actions = style({ display: 'flex', gap: 8, marginTop: 26 });

export const pipe = style({ width: '100%', height: 220, display: 'block', flex: 'none' });
export const body = style({ fill: color.pipe });
export const dots = style({
  fill: 'none',
  stroke: color.flow,
  strokeWidth: 2.5,
  strokeDasharray: '0 12',
  strokeLinecap: 'round',
});
export const hatchLine = style({ stroke: color.lineControl, strokeOpacity: 0.55 });
export const absent = style({ stroke: color.line2 });
export const drops = style({ fill: color.pipeOnPath });
export const missing = style({
  fill: 'none',
  stroke: color.lineControl,
  strokeWidth: 1.5,
  strokeDasharray: '4 5',
});
