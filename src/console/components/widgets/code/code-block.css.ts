import { globalStyle, style } from '@vanilla-extract/css';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const block = style({
  display: 'flex',
  gap: 8,
  alignItems: 'flex-start',
  padding: '6px 6px 6px 0',
  borderRadius: radius.control,
  background: color.bgMain,
  border: `1px solid ${color.line2}`,
  minWidth: 0,
});
/** Scrolls here, so that the page never does. */
export const scroll = style({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  maxHeight: 320,
  overflow: 'auto',
  borderRadius: radius.chip,
  selectors: { '&:focus-visible': { outlineOffset: -1 } },
});
export const text = style({
  margin: 0,
  padding: '3px 0',
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(max-content, 1fr)',
  counterReset: 'line',
  font: `400 ${size.s12}/1.6 ${font.mono}`,
  color: color.text1,
  selectors: { '&[data-wrap]': { gridTemplateColumns: 'max-content minmax(0, 1fr)' } },
});
export const line = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  whiteSpace: 'pre',
  counterIncrement: 'line',
  paddingLeft: 12,
  selectors: {
    '[data-wrap] &': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '&::before': {
      // Neither announced nor copied.
      content: 'counter(line) / ""',
      textAlign: 'right',
      paddingRight: 14,
      color: color.text3,
      userSelect: 'none',
    },
    '[data-single] &::before': { content: '""', padding: 0 },
  },
});

export const diff = style({
  borderRadius: radius.control,
  background: color.bgMain,
  border: `1px solid ${color.line2}`,
  minWidth: 0,
});
export const diffHead = style({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 36,
  padding: '4px 6px 4px 12px',
  fontSize: size.s13,
  color: color.text2,
  borderBottom: `1px solid ${color.line2}`,
});
export const diffTitle = style({
  fontWeight: 500,
  color: color.text1,
  overflowWrap: 'anywhere',
  minWidth: 0,
});
export const diffActions = style({ marginLeft: 'auto' });
export const counts = style({ font: `500 ${size.s12}/1.4 ${font.mono}`, display: 'flex', gap: 8 });
export const countAdded = style({ color: color.ok });
export const countRemoved = style({ color: color.err });
export const diffText = style({
  display: 'grid',
  gridTemplateColumns: 'max-content max-content max-content minmax(max-content, 1fr)',
  padding: '4px 0',
  font: `400 ${size.s12}/1.6 ${font.mono}`,
  color: color.text1,
});
export const diffLine = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  whiteSpace: 'pre',
  selectors: {
    '&[data-kind=added]': { background: soft(color.ok, 12, color.bgMain) },
    '&[data-kind=removed]': { background: soft(color.err, 12, color.bgMain) },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: {
        '&[data-kind=added]': { outline: '1px solid CanvasText', outlineOffset: -1 },
        '&[data-kind=removed]': { outline: '1px dashed CanvasText', outlineOffset: -1 },
      },
    },
  },
});
globalStyle(`${diffLine} > [aria-hidden]`, { userSelect: 'none' });
export const number = style({ minWidth: 36, padding: '0 8px', textAlign: 'right', color: color.text2 });
export const sign = style({
  width: 20,
  textAlign: 'center',
  fontWeight: 600,
  selectors: {
    '[data-kind=added] > &': { color: color.ok },
    '[data-kind=removed] > &': { color: color.err },
  },
});
export const code = style({ paddingRight: 12 });
export const skipped = style({
  gridColumn: '1 / -1',
  padding: '2px 12px',
  margin: '4px 0',
  color: color.text3,
  borderBlock: `1px solid ${color.line}`,
  fontFamily: font.sans,
  selectors: {
    '&:first-child': { marginTop: -4, borderTop: 0 },
    '&:last-child': { marginBottom: -4, borderBottom: 0 },
  },
});
export const same = style({ padding: '10px 12px', fontSize: size.s13, color: color.text2 });
/** Not part of the selectable text. */
globalStyle(`${code} > span`, { userSelect: 'none' });
