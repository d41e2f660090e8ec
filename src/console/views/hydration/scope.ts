import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import type { HydrationAction } from '../../../contract/enums.ts';

export type HydrationsScope = {
  current: HydrationJob | undefined;
  jobs: readonly HydrationJob[];
  act: (action: HydrationAction, job: HydrationJob) => void;
  remove: (job: HydrationJob) => void;
};

/** The form; undefined while source, destination or time are missing. */
export type HydrationFormScope = { preview: (() => void) | undefined };

export const INCOMPLETE = 'Choose source, destination and time first';

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'hydrations.list': HydrationsScope;
    hydration: object;
    'hydration.form': HydrationFormScope;
  }
}
