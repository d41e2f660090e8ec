import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const whole = style({ ...inColumn, height: '100vh', background: color.bgMain });
export const header = style({ padding: '8px 16px', flex: 'none' });
export const headerLine = style({ ...inWrappedRow(8), flex: 1, justifyContent: 'space-between' });
export const person = style(inRow(10));
export const page = style({
  ...inColumn,
  flex: 1,
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
