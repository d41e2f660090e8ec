import { describe, expect, it } from 'vitest';
import { type GridFacts, getGridAction } from './grid-keys.ts';

const facts = (more: Partial<GridFacts> = {}): GridFacts => ({
  index: 5,
  column: undefined,
  rowCount: 100_000,
  columnCount: 4,
  pageSize: 20,
  isSelectable: true,
  isExpanded: undefined,
  hasMenu: true,
  hasSelection: false,
  ...more,
});

/** Returns `index:column` or the action's name. */
const does = (keys: string, at: Partial<GridFacts> = {}) => {
  const parts = keys.split('+');
  const press = { key: parts.at(-1) ?? '', ctrl: parts.includes('Ctrl'), shift: parts.includes('Shift') };
  const action = getGridAction(press, facts(at));
  if (action?.kind !== 'go') return action?.kind;
  return `${action.index}:${action.column ?? 'row'}${action.extendsSelection ? ' selecting' : ''}`;
};

describe('keys of the grid', () => {
  it.each([
    ['ArrowDown', '6:row'],
    ['ArrowUp', '4:row'],
    ['PageDown', '25:row'],
    ['PageUp', '0:row'],
    ['Home', '0:row'],
    ['End', '99999:row'],
    ['Ctrl+Home', '0:row'],
    ['Ctrl+End', '99999:row'],
    ['ArrowRight', '5:0'],
    ['ArrowLeft', undefined],
    ['Shift+ArrowDown', '6:row selecting'],
    ['Ctrl+a', 'selectAll'],
    [' ', 'select'],
    ['Enter', 'open'],
    ['Shift+F10', 'menu'],
    ['ContextMenu', 'menu'],
    ['Escape', undefined],
    ['x', undefined],
    ['Ctrl+c', undefined],
    ['Tab', undefined],
  ])('on a row: %s → %s', (keys, expected) => expect(does(keys)).toBe(expected));

  it.each([
    ['ArrowDown', '6:1'],
    ['ArrowRight', '5:2'],
    ['ArrowLeft', '5:0'],
    ['Home', '5:0'],
    ['End', '5:3'],
    ['Ctrl+End', '99999:1'],
    ['Escape', '5:row'],
  ])('on the second cell: %s → %s', (keys, expected) => expect(does(keys, { column: 1 })).toBe(expected));

  it('from the first cell Left leads to the row; the last stops', () => {
    expect(does('ArrowLeft', { column: 0 })).toBe('5:row');
    expect(does('ArrowRight', { column: 3 })).toBe('5:3');
  });

  it('opens a row before its cells, and closes it', () => {
    expect(does('ArrowRight', { isExpanded: false })).toBe('expand');
    expect(does('ArrowRight', { isExpanded: true })).toBe('5:0');
    expect(does('ArrowLeft', { isExpanded: true })).toBe('collapse');
    expect(does('ArrowLeft', { isExpanded: false })).toBeUndefined();
  });

  it('leaves selecting and menus alone where there are none', () => {
    const at = { isSelectable: false, hasMenu: false };
    for (const keys of [' ', 'Ctrl+a', 'Shift+F10', 'ContextMenu']) expect(does(keys, at)).toBeUndefined();
    expect(does('Shift+ArrowDown', at)).toBe('6:row');
  });

  it('has no keys without rows', () => {
    expect(does('ArrowDown', { rowCount: 0, index: -1 })).toBeUndefined();
  });
});
