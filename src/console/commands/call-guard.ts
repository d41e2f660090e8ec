import type { CallAccess } from '../../contract/calls/define.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { createStore } from '../lib/store.ts';
import type { CommandContext } from './context.ts';
import type { Command, CommandArgs } from './types.ts';

/** Why the user may not make these calls, or lacks other access; undefined when allowed. */
export type CallGuard = (
  calls: readonly CallId[],
  site: Site | undefined,
  needs?: readonly CallAccess[],
) => string | undefined;

/** Undefined allows everything: administrators need no guard. */
export const callGuard = createStore<CallGuard | undefined>(undefined);

/** False until permissions are read. */
export const isAccessKnown = createStore(true);

/** True, or the reason why not; missing permissions come first. */
export const checkEnabled = (command: Command, ctx: CommandContext, args: CommandArgs): true | string =>
  callGuard.get()?.(command.calls ?? [], ctx.site, command.needs) ?? command.enabled(ctx, args);
