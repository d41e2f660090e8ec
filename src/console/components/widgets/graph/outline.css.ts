import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const outline = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: '6px 0',
  containerType: 'inline-size',
});
/** Keep room for names in deeply nested rows. */
const tight = '(max-width: 860px)';
/** Only name, figure and state fit beside a panel. */
const narrow = '(max-width: 600px)';
/** In an assistant card: the name and the node's change. */
const slim = '(max-width: 440px)';
const plain = '[data-plain] &';
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(140px, 2fr) minmax(96px, 1fr) 78px 60px 110px minmax(120px, 2fr)',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 40,
  padding: `0 ${vars.layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s14,
  cursor: 'default',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[aria-selected="true"]': { background: color.bgActive, boxShadow: `inset 2px 0 ${color.accent}` },
    '&[data-selected]': { background: soft(color.accent, 7) },
    '&[data-faded]': { color: color.text3 },
    '&[data-disabled]': { color: color.text3 },
    '&:focus-visible': { outlineOffset: -2 },
  },
  '@container': {
    [tight]: { gridTemplateColumns: 'minmax(210px, 2fr) 100px 70px 52px 92px minmax(90px, 1fr)' },
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 78px minmax(0, 1fr)' },
    [slim]: {
      selectors: {
        [plain]: { gridTemplateColumns: 'minmax(0, 1fr) auto', minHeight: 32, padding: '0 12px' },
      },
    },
  },
});
export const face = style({ display: 'contents' });
export const name = style({ ...inRow(8), fontWeight: 500, minWidth: 0 });
export const quiet = style({ color: color.text2, fontSize: size.s13 });
export const number = style({
  font: `500 ${size.s12}/1 ${font.mono}`,
  textAlign: 'right',
  '@container': { [slim]: { selectors: { [plain]: { display: 'none' } } } },
});
export const targets = style({
  '@container': { [slim]: { selectors: { [plain]: { display: 'none' } } } },
});
export const health = style({ display: 'flex', fontSize: size.s13, whiteSpace: 'nowrap' });
export const spare = style({ '@container': { [narrow]: { display: 'none' } } });
export const state = style({ ...inRow(8), minWidth: 0, fontSize: size.s13, color: color.text2 });
export const word = style({ ...inRow(4), flex: 'none' });
export const warn = style([word, { color: color.warn }]);
export const err = style([word, { color: color.err }]);
