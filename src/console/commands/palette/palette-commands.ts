import type {
  ArgumentSpec,
  PaletteCommand,
  PaletteScope,
} from '../../../../machines/command-palette/index.ts';
import { checkEnabled } from '../call-guard.ts';
import type { CommandContext } from '../context.ts';
import { getCommandTitle, getScopesOfCommand, isInScope, type Registry } from '../registry.ts';
import { type Argument, COMMAND_GROUPS, type Command, type CommandArgs, type Option } from '../types.ts';
import { SYNONYMS } from './synonyms.ts';

/** A command in the palette, with the arguments already known. */
export type ListedCommand = {
  spec: PaletteCommand;
  command: Command;
  given: Record<string, string>;
  /** Its keys work on the current screen. */
  isLive: boolean;
  /** Of another screen: listed with its reason once something is typed. */
  isElsewhere: boolean;
};

type Given = { args: Record<string, string>; first: Option | undefined };

/** In order, up to the first missing one. */
function collectGivenArgs(
  command: Command,
  ctx: CommandContext,
  preset: CommandArgs,
  useScope: boolean,
): Given {
  const args: Record<string, string> = { ...preset };
  let first: Option | undefined;
  for (const argument of command.args ?? []) {
    if (args[argument.name] !== undefined) continue;
    const option = useScope ? argument.given?.(ctx, args) : undefined;
    if (!option) continue;
    args[argument.name] = option.id;
    first ??= option;
  }
  return { args, first };
}

const isScoped = (command: Command): boolean => !getScopesOfCommand(command).includes('global');

/** May depend on the arguments before it. */
function getInitialValue(
  argument: Argument,
  ctx: CommandContext,
  given: CommandArgs,
): Pick<ArgumentSpec, 'initial'> {
  const { initial } = argument.kind === 'text' ? argument : {};
  return initial ? { initial: (answered) => initial(ctx, { ...given, ...answered }) } : {};
}

function toListedCommands(
  command: Command,
  ctx: CommandContext,
  given: Given,
  scope: PaletteScope | undefined,
): ListedCommand {
  const enabled = checkEnabled(command, ctx, given.args);
  const isElsewhere = !command.everywhere && !isInScope(command, ctx);
  const isOnScope = scope !== undefined && given.first?.id === scope.id;
  const asked = (command.args ?? []).filter((argument) => given.args[argument.name] === undefined);
  return {
    command,
    given: given.args,
    isLive: isInScope(command, ctx),
    isElsewhere,
    spec: {
      id: command.id,
      title: (isElsewhere ? command.listTitle : undefined) ?? getCommandTitle(command, ctx, given.args),
      group: isOnScope ? `On ${scope.label}` : command.group,
      keywords: [
        ...(command.keywords ?? []),
        ...(SYNONYMS[command.id] ?? []),
        command.group,
        ...(command.listTitle ? [command.listTitle] : []),
      ],
      args: asked.map((argument) => ({
        name: argument.name,
        label: argument.title,
        kind: argument.kind,
        placeholder: argument.title,
        ...getInitialValue(argument, ctx, given.args),
      })),
      needsReview: command.review !== undefined,
      hasCause: enabled !== true && command.causeOf?.(ctx, given.args) !== undefined,
      ...(enabled === true ? {} : { refusal: enabled }),
    },
  };
}

const getGroupRank = ({ spec, command, isLive }: ListedCommand): number => {
  if (spec.group.startsWith('On ')) return -1;
  return COMMAND_GROUPS.indexOf(command.group) + (isScoped(command) && isLive ? 0 : 100);
};

export function findCursorScope(registry: Registry, ctx: CommandContext): PaletteScope | undefined {
  for (const command of registry.commands) {
    if (!isScoped(command) || !isInScope(command, ctx)) continue;
    const { first } = collectGivenArgs(command, ctx, {}, true);
    if (first) return { id: first.id, label: first.label };
  }
  return undefined;
}

/** Cursor item first, then screen, then global commands. */
export function listPaletteCommands(
  registry: Registry,
  ctx: CommandContext,
  scope: PaletteScope | undefined,
  preset: { commandId?: string; args: CommandArgs } = { args: {} },
): ListedCommand[] {
  const items = registry.commands
    .filter((command) => command.id === preset.commandId || command.palette !== false)
    .map((command) => {
      const isAsked = command.id === preset.commandId;
      const given = collectGivenArgs(
        command,
        ctx,
        isAsked ? preset.args : {},
        isAsked || scope !== undefined,
      );
      return toListedCommands(command, ctx, given, scope);
    })
    .filter(
      ({ command, spec, isElsewhere }) => !isElsewhere || command.id === preset.commandId || spec.refusal,
    );
  // Groups are listed once, ranked by their first command.
  const ranks = new Map<string, number>();
  for (const item of items) {
    const { group } = item.spec;
    ranks.set(group, Math.min(ranks.get(group) ?? Number.POSITIVE_INFINITY, getGroupRank(item)));
  }
  const computeRank = ({ spec }: ListedCommand): number => ranks.get(spec.group) ?? 0;
  return items.sort((a, b) => computeRank(a) - computeRank(b));
}
