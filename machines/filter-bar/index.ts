export * from './filter-bar.machine.ts';
export * from './filter-bar.types.ts';
export { getUrlName } from './kept.ts';
export { isAnyShown, isShown, listSelectedValues } from './selection.ts';
