import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const page = style({ ...inColumn, flex: 1, minHeight: 0 });
export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', paddingTop: 12 });
export const headEnd = style({
  marginLeft: 'auto',
  padding: `0 ${layout.gutter} 12px 0`,
  alignSelf: 'flex-start',
});
export const grow = style({ flex: '1 1 320px', minWidth: 0 });
export const component = style({ fontWeight: 500 });
export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}` });
export const acknowledged = style({
  ...inTextRow(6),
  minWidth: 0,
  maxWidth: '100%',
  color: color.text2,
});
export const cutText = style({ overflow: 'hidden', textOverflow: 'ellipsis' });
export const details = style({ display: 'grid', gap: 12, whiteSpace: 'normal', minWidth: 0 });
export const title = style({
  fontSize: size.s15,
  fontWeight: 600,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const lists = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  gap: '12px 32px',
});
export const listLabel = style({ fontSize: size.s13, color: color.text2, marginBottom: 4 });
export const list = style({
  paddingLeft: 18,
  fontSize: size.s14,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
});
export const bullets = style([list, { listStyle: 'disc' }]);
export const steps = style([list, { listStyle: 'decimal' }]);
export const occurrences = style({
  ...inRow(12),
  marginLeft: 'auto',
  fontSize: size.s13,
  color: color.text2,
});
