import type { DashboardPanel } from '../../../../contract/entities/dashboard.ts';
import { NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { TextArgument } from '../../../commands/types.ts';
import type { QueryDashboardScope } from './scope.ts';
import './scope.ts';

export const NOT_OPEN = 'Open a dashboard of queries first';
export const NOT_CHOSEN = 'Choose a panel first';
export const SHIPPED = 'It is a part of Penstock: copy it, and change the copy';

export const scopeOf = (ctx: CommandContext) => ctx.scopes.queryDashboard;
export const isOpen = (ctx: CommandContext): true | string => (scopeOf(ctx) ? true : NOT_OPEN);
/** For the screen's dashboard. */
export function isEditable(ctx: CommandContext): true | string {
  const scope = scopeOf(ctx);
  if (!scope) return NOT_OPEN;
  return scope.stored ? true : SHIPPED;
}
export const findPanel = (scope: QueryDashboardScope | undefined): DashboardPanel | undefined =>
  scope?.current === undefined ? undefined : scope.content.panels[scope.current];
export function hasPanel(ctx: CommandContext): true | string {
  const editable = isEditable(ctx);
  if (editable !== true) return editable;
  return findPanel(scopeOf(ctx)) ? true : NOT_CHOSEN;
}
export const hasPanels = (ctx: CommandContext): true | string => {
  const scope = scopeOf(ctx);
  if (!scope) return NOT_OPEN;
  return scope.content.panels.length > 0 ? true : 'The dashboard has no panel';
};

export const createName = (title: string, action: string, given: TextArgument['initial']): TextArgument => ({
  kind: 'text',
  name: 'name',
  title,
  action,
  ...(given ? { initial: given } : {}),
  validate: (value) => {
    if (value.trim() === '') return `${title} is required`;
    return value.trim().length > NAME_MAX_LENGTH ? `At most ${NAME_MAX_LENGTH} characters` : true;
  },
});
