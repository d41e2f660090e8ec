import { globalStyle } from '@vanilla-extract/css';
import { vars } from './tokens.css.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box', margin: 0 });
// 15 px of the usual 16. A percentage keeps the browser's text size setting effective.
globalStyle('html', { fontSize: '93.75%' });
globalStyle('body', {
  height: '100vh',
  overflow: 'hidden',
  background: vars.color.bgApp,
  color: vars.color.text1,
  font: `400 1rem/1.45 ${vars.font.sans}`,
  fontVariantNumeric: 'tabular-nums',
  WebkitFontSmoothing: 'antialiased',
});
globalStyle('a', { color: 'inherit', textDecoration: 'none' });
globalStyle('button, input, textarea, select', {
  font: 'inherit',
  color: 'inherit',
  letterSpacing: 'inherit',
});
globalStyle('h1, h2, h3, h4', { fontWeight: 600, fontSize: 'inherit', letterSpacing: '-.01em' });
globalStyle('ul, ol', { padding: 0, listStyle: 'none' });
globalStyle('fieldset', { border: 0, padding: 0, minWidth: 0 });
globalStyle('legend', { padding: 0 });
globalStyle('dialog', { color: 'inherit' });
globalStyle('[hidden]', { display: 'none !important' });
globalStyle('::placeholder', { color: vars.color.text3, opacity: 1 });
globalStyle(':placeholder-shown', { textOverflow: 'ellipsis' });

globalStyle(':focus-visible', { outline: `2px solid ${vars.color.accent}`, outlineOffset: '2px' });
globalStyle(':focus-visible', { '@media': { '(forced-colors: active)': { outlineColor: 'Highlight' } } });
