import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { fade } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius, time, ease, shadow } = vars;
const enabled = '&:hover:not([aria-disabled="true"])';

const base = style({
  ...inTextRow(8),
  height: 32,
  padding: '0 12px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgRaised,
  color: color.text1,
  fontSize: size.s14,
  fontWeight: 500,
  lineHeight: 1,
  whiteSpace: 'nowrap',
  cursor: 'default',
  boxShadow: shadow.button,
  transition: `background ${time.fast} ${ease.in}`,
  flex: 'none',
  userSelect: 'none',
  selectors: {
    [enabled]: { background: color.bgActive },
    '&[aria-disabled="true"]': {
      color: color.textOff,
      background: 'none',
      borderStyle: 'dashed',
      borderColor: color.line2,
      boxShadow: 'none',
      fontWeight: 500,
    },
  },
});

const filled = (fill: string, text: string) => ({
  color: text,
  fontWeight: 600,
  borderColor: 'transparent',
  background: fill,
  selectors: { [enabled]: { background: soft(fill, 88, color.text1) } },
});

export const button = styleVariants({
  default: [base],
  primary: [base, filled(color.accent, color.onAccent)],
  ghost: [base, { background: 'none', borderColor: 'transparent', boxShadow: 'none', color: color.text2 }],
  danger: [base, { color: color.err, borderColor: soft(color.err, 45, color.bgRaised) }],
  solidDanger: [base, filled(color.errSolid, color.onErr)],
});

globalStyle(`${button.default} > svg`, { color: color.text2 });
globalStyle(`${base}[aria-disabled="true"] > svg`, { color: 'inherit' });

export const small = style({ height: 28, padding: '0 9px', fontSize: size.s13, gap: 6 });
export const iconOnly = style({ width: 32, padding: 0, justifyContent: 'center' });
export const iconOnlySmall = style({ width: 28 });
export const joinLeft = style({ borderTopRightRadius: 0, borderBottomRightRadius: 0 });
export const joinRight = style({
  borderTopLeftRadius: 0,
  borderBottomLeftRadius: 0,
  borderLeft: `1px solid ${soft(color.onAccent, 30, color.accent)}`,
  padding: '0 6px',
});
export const joinRightQuiet = style([joinRight, { borderLeftWidth: 0, borderLeftColor: 'transparent' }]);
export const joined = style({ display: 'inline-flex' });
export const keys = style({ display: 'inline-flex', marginRight: -4 });

export const tooltip = style({
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  border: 'none',
  maxWidth: 320,
  padding: '6px 9px',
  borderRadius: radius.control,
  background: color.bgOverlay,
  boxShadow: shadow.float,
  color: color.text1,
  fontSize: size.s13,
  lineHeight: 1.4,
  gap: 8,
  alignItems: 'center',
  selectors: { '&:popover-open': { display: 'flex' } },
  animation: `${fade} ${time.menu} ${ease.in}`,
});
export const reason = style({ color: color.warn });
