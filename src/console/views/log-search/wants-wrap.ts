import { storage } from '../../lib/storage.ts';

/** Not among the other keys, which the first screen loads. */
const KEY = 'penstock.logWrap';

/** Whether long lines wrap, in this browser. */
export const wantsWrap = {
  get: (): boolean => storage.read(KEY) === '1',
  set: (isWrapped: boolean): void => storage.write(KEY, isWrapped ? '1' : '0'),
};
