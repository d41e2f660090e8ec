import type { MouseEvent } from 'react';

const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;

/**
 * Says under the pointer the whole text of a cell that is cut. Looked at as the pointer comes: a title on each cell
 * would be written anew with every row that comes into sight.
 */
export function tellCut({ target }: Pick<MouseEvent, 'target'>): void {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>('[data-column]');
  if (!cell) return;
  // What has words of its own for the pointer keeps them.
  const hasWords = cell.querySelector('[title]') !== null;
  const shows = !hasWords && [cell, ...cell.querySelectorAll('*')].some(isCut);
  if (shows) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
