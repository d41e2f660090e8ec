import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInlineStyles } from './inline-styles.ts';

const NAMES = ['display', 'visibility', 'opacity', 'pointer-events', 'user-select', 'font-size', 'color'];
const MARKUP = `<main style="visibility: hidden; color: red">
  <p>text<span hidden>text</span></p><dialog>text</dialog><details><summary>text</summary></details>
  <ul style="display: flex"><li style="visibility: visible"><a href="/">text</a></li></ul>
  <table><tbody><tr style="opacity: 0.5"><td>text</td></tr></tbody></table>
  <button style="pointer-events: none; user-select: none"><kbd style="display: none">text</kbd></button>
  <svg><path style="display: inherit"></path></svg><input><select><option>1</option></select><custom-tag></custom-tag>
</main>`;
const cascade = (window as unknown as Record<symbol, typeof window.getComputedStyle>)[
  Symbol.for('penstock.computed-style')
]!;

beforeEach(() => {
  readInlineStyles();
  document.body.innerHTML = MARKUP;
});
afterEach(() => {
  document.body.innerHTML = '';
  document.head.innerHTML = '';
});

const readAll = (compute: typeof window.getComputedStyle) =>
  [...document.querySelectorAll('body, body *')].map((element) => {
    const style = compute.call(window, element);
    const values = NAMES.map((name) => `${name}: ${style.getPropertyValue(name)}`);
    return [element.tagName, style.display, style.visibility, style.pointerEvents, style.fontSize, ...values];
  });

test('styles read from tags and attributes are those of the cascade', () => {
  expect(readAll(window.getComputedStyle)).toEqual(readAll(cascade));
});

test('styles come from the cascade where a style sheet is on the page', () => {
  document.head.innerHTML = '<style>span { display: grid } .gone { display: none }</style>';
  document.querySelector('p')!.className = 'gone';
  const read = readAll(window.getComputedStyle);
  expect(read).toEqual(readAll(cascade));
  expect(read.map(([, display]) => display)).toEqual(expect.arrayContaining(['grid']));
});
