import { style, styleVariants } from '@vanilla-extract/css';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const quiet = style({ fontSize: size.s13, color: color.text2 });
export const text = style({
  margin: 0,
  padding: '8px 0',
  maxHeight: 360,
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const lines = style({ margin: 0, font: `400 ${size.s12}/1.6 ${font.mono}`, whiteSpace: 'pre' });
const line = style({ display: 'block', padding: '0 12px', minWidth: 'max-content' });
export const lineOf = styleVariants({
  same: [line, { color: color.text2 }],
  added: [line, { background: soft(color.ok, 12), color: color.text1 }],
  removed: [line, { background: soft(color.err, 12), color: color.text1 }],
  skipped: [line, { color: color.text3 }],
});
