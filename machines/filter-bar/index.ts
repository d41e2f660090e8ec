export * from './filter-bar.machine.ts';
export * from './filter-bar.selectors.ts';
export * from './filter-bar.types.ts';
export { urlNameOf } from './kept.ts';
export { isAnyShown, isShown, valuesOf } from './selection.ts';
