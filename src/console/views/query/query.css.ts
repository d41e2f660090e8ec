import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn, screenRest } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius, layout } = vars;
const mono = `400 ${size.s13}/1.5 ${font.mono}`;

export const page = screenColumn;
export const head = style({
  ...inWrappedRow(8),
  justifyContent: 'space-between',
  padding: `14px ${layout.gutter} 10px`,
});
/** As wide as its text, like its focus ring. */
export const title = style({
  minWidth: 0,
  margin: 0,
  fontSize: size.s15,
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const changed = style({ fontWeight: 400, color: color.text2, marginLeft: 8 });
export const note = style({
  margin: 0,
  padding: `0 ${layout.gutter} 8px`,
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});
export const editorBox = style({ flex: 'none', padding: `0 ${layout.gutter}` });
export const editor = style({
  height: 'clamp(96px, 24vh, 260px)',
  border: `1px solid ${color.lineControl}`,
  borderRadius: radius.control,
  background: color.bgRaised,
  font: mono,
  overflow: 'hidden',
  selectors: {
    '&:focus-within': { outline: `2px solid ${color.accent}`, outlineOffset: -1 },
    '&[data-invalid]': { borderColor: color.err },
  },
});
export const editorWait = style([
  editor,
  { display: 'block', width: '100%', padding: '8px 12px', color: color.text1, resize: 'none' },
]);
export const hint = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  minHeight: 22,
  paddingTop: 4,
  fontSize: size.s12,
  color: color.text2,
});
export const error = style({
  margin: 0,
  fontSize: size.s13,
  color: color.err,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});
export const errorLine = style({
  margin: '2px 0 0',
  font: mono,
  color: color.text2,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const errorMark = style({
  color: color.err,
  textDecoration: 'underline wavy',
  textUnderlineOffset: 3,
});
export const status = style({
  ...inWrappedRow('4px 16px'),
  minHeight: 40,
  padding: `4px ${layout.gutter}`,
  fontSize: size.s13,
  color: color.text2,
});
export const push = style({ marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8 });
export const rest = style([screenRest, { ...inColumn, minWidth: 0 }]);
export const drawn = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: `0 ${layout.gutter} 16px` });
export const cell = style({ font: mono, whiteSpace: 'pre', overflow: 'hidden', textOverflow: 'ellipsis' });

export const details = style({ margin: 0, padding: '8px 12px', display: 'grid', gap: 4 });
export const detail = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, 200px) minmax(0, 1fr)',
  gap: 12,
  fontSize: size.s13,
});
export const detailName = style({ color: color.text2, overflowWrap: 'anywhere' });
export const detailValue = style({ margin: 0, font: mono, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

export const bars = style({ margin: 0, maxWidth: 960 });
export const barsTitle = style({ fontSize: size.s13, color: color.text2, padding: '4px 0 8px' });
/** Names take up to half the width; bars the rest. */
export const barList = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'fit-content(50%) minmax(48px, 1fr) auto',
  gap: '4px 12px',
});
export const bar = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  fontSize: size.s13,
});
export const barName = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
export const barTrack = style({ height: 14, background: color.bgHover, borderRadius: radius.chip });
export const barFill = style({
  display: 'block',
  height: '100%',
  background: color.dataOut,
  borderRadius: radius.chip,
  selectors: { '&[data-negative]': { background: color.dataDrop } },
});
export const barValue = style({ font: mono, minWidth: 64, textAlign: 'right' });

export const figures = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '24px 48px',
  margin: 0,
  padding: '16px 0',
});
export const figureName = style({ fontSize: size.s13, color: color.text2 });
export const figure = style({
  margin: 0,
  fontSize: size.s28,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});

export const fields = style({ margin: 0, padding: '8px 12px', display: 'grid', gap: 8, fontSize: size.s13 });
export const fieldList = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 344px))',
  gap: '2px 56px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  font: mono,
});
globalStyle(`${fieldList} li`, {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 88px 72px',
  gap: 8,
});
globalStyle(`${fieldList} b`, { fontWeight: 'inherit', overflowWrap: 'anywhere' });
globalStyle(`${fieldList} span`, { color: color.text2 });
globalStyle(`${fieldList} span + span`, { textAlign: 'right', fontVariantNumeric: 'tabular-nums' });
export const none = style({ fontSize: size.s13, color: color.text2 });
export const problem = style({ color: color.warn, overflowWrap: 'anywhere' });
