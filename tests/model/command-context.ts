import type { Actors } from '../../src/console/actors/types.ts';
import type { ContextBase } from '../../src/console/commands/runtime.ts';

/** A shell without sites, for views whose commands send it nothing. */
export const shellActorsStub = (): ContextBase => ({
  path: '/',
  search: '',
  navigate: () => undefined,
  site: undefined,
  sites: [],
  actors: {} as Actors,
});
