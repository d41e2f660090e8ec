import type { CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import type { CommandContext } from './context.ts';
import { createStore } from './store.ts';
import type { Command, CommandArgs } from './types.ts';

/** Why the person may not make one of these calls on the site; undefined when they may make them all. */
export type CallGuard = (calls: readonly CallId[], site: Site | undefined) => string | undefined;

/** The guard of who is signed in. Without one nothing is held back: an administrator needs none. */
export const callGuard = createStore<CallGuard | undefined>(undefined);

/** True when a command can run now, else why not: what is not granted comes before everything else (R6-36). */
export const enabledNow = (command: Command, ctx: CommandContext, args: CommandArgs): true | string =>
  callGuard.get()?.(command.calls ?? [], ctx.site) ?? command.enabled(ctx, args);
