import { globalStyle, keyframes } from '@vanilla-extract/css';

export const spin = keyframes({ to: { transform: 'rotate(360deg)' } });
/** Entrance of menus, palette and toasts. */
export const rise = keyframes({ from: { opacity: 0, transform: 'translateY(4px)' } });
export const fade = keyframes({ from: { opacity: 0 } });
/** Pending indicator at the bottom of a table row. */
export const sweep = keyframes({ from: { left: '-44%' }, to: { left: '100%' } });
/** Moves the dotted line of a pipe by one dash period. */
export const flow = keyframes({ to: { strokeDashoffset: '-12' } });
export const shrink = keyframes({ from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } });
export const pulse = keyframes({ '50%': { opacity: 0.55 } });

globalStyle('*, *::before, *::after', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animation: 'none !important',
      transition: 'none !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
});
