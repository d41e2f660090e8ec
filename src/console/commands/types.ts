import type { CallId } from '../../contract/calls/index.ts';
import type { IconName } from '../widgets/icons/icon-table.ts';
import type { CommandContext } from './context.ts';
import type { ScopeId } from './scopes.ts';

/** Groups of the palette and of the `?` help, in this order. */
export const COMMAND_GROUPS = [
  'Pipeline',
  'Version',
  'Graph',
  'Node',
  'Source',
  'Destination',
  'File',
  'Access',
  'List',
  'View',
  'Go to',
  'Create',
  'Macro',
  'Site',
  'Console',
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/**
 * Arguments by name. Every value is text, so that an argument can be stored, put in an address and typed
 * on a command line: an id for an option, what was typed for a text, the address form (`1h`,
 * `1763700000-1763703600`) for a time.
 */
export type CommandArgs = Readonly<Record<string, string>>;

/** One row of an option page. `disabledReason` keeps the row listed and says why it cannot be chosen. */
export type Option = {
  id: string;
  label: string;
  detail?: string;
  icon?: IconName;
  keywords?: string[];
  disabledReason?: string;
  /** Facts shown beside the list while the row is highlighted. */
  preview?: { title: string; note?: string; facts: { label: string; value: string }[] };
};

type ArgumentBase = {
  name: string;
  /** What is asked, as placeholder and name of the page: `Pipeline`, `Version`. */
  title: string;
  /** The value the focused scope gives (the row under the cursor); without one the palette asks. */
  given?: (ctx: CommandContext, args: CommandArgs) => Option | undefined;
};

export type OptionArgument = ArgumentBase & {
  kind: 'option';
  /** Rows for what was typed; filter by `query` yourself or return all and let the palette filter. */
  load: (ctx: CommandContext, query: string, args: CommandArgs) => Promise<Option[]> | Option[];
  /** Shown when there is nothing to choose from. */
  empty?: string;
};

export type TextArgument = ArgumentBase & {
  kind: 'text';
  initial?: (ctx: CommandContext, args: CommandArgs) => string;
  /** True, or the sentence that says which rule is broken. */
  validate?: (value: string, ctx: CommandContext, args: CommandArgs) => true | string;
  /** What Enter does with the text, as the title of the single row. */
  action?: string;
};

export type TimeArgument = ArgumentBase & { kind: 'time' };

export type Argument = OptionArgument | TextArgument | TimeArgument;

/** What is shown before a command with consequences runs. The body is one sentence. */
export type Review = { title: string; body: string; action: string; destructive: boolean };

/** From where a command was run. */
export type CommandSource = 'palette' | 'key' | 'button' | 'menu' | 'macro';

/** What Enter on a disabled command leads to: a place, or another command. */
export type Cause = { path: string } | { command: string; args?: CommandArgs };

/**
 * An action of the console. Static data beside the view it belongs to; `run` sends an event to an actor or
 * navigates, nothing else. Buttons, menus, key bar, palette and help are all made from it.
 */
export type Command = {
  /** `pipeline.deploy`, `go.sources`: area, dot, verb. */
  id: string;
  title: string | ((ctx: CommandContext, args: CommandArgs) => string);
  /** What it is called in lists of all commands, when its title depends on the screen. */
  listTitle?: string;
  group: CommandGroup;
  icon: IconName;
  keywords?: readonly string[];
  /** `mod+s`, `g p`, `Shift+d`, `?`, `Delete`; several for alternatives. `mod` is Cmd on macOS, else Ctrl. */
  keys?: string | readonly string[];
  /**
   * One of its default keys is left to the browser, whose event then runs the command: only such an event may
   * read and write the clipboard unasked, and text that is selected stays what is copied.
   */
  nativeKeys?: 'mod+c' | 'mod+x' | 'mod+v';
  /** Where its keys are live, and where the palette lists it. */
  scope: 'global' | ScopeId | readonly ScopeId[];
  /** Lists it in the palette on every screen; arguments then ask for what the scope would have given. */
  everywhere?: true;
  /** Keeps it out of the palette: it means nothing without the thing it was pressed on. */
  palette?: false;
  /** Short label in the key bar; false keeps it out. Without one the title stands there. */
  bar?: string | false;
  /** False keeps it out of recorded macros. */
  isRecorded?: false;
  enabled: (ctx: CommandContext, args: CommandArgs) => true | string;
  causeOf?: (ctx: CommandContext, args: CommandArgs) => Cause | undefined;
  args?: readonly Argument[];
  review?: (ctx: CommandContext, args: CommandArgs) => Review | undefined;
  run: (ctx: CommandContext, args: CommandArgs, source: CommandSource) => void;
  /**
   * Ids of the calls it makes; whoever may not make them all is told so in place of running it. A test checks that
   * every call that changes something is reachable.
   */
  calls?: readonly CallId[];
  /** Calls that what it opens can make: it opens for those who may not make them, too. */
  leadsTo?: readonly CallId[];
};

/** Keeps the ids of a list of commands as literals. */
export const defineCommands = <const T extends readonly Command[]>(commands: T): T => commands;
