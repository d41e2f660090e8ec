import type { CallAccess } from '../../contract/calls/define.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { IconName } from '../lib/icons/icon-names.ts';
import type { CommandContext } from './context.ts';
import type { ScopeId } from './scopes.ts';

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
  'Assistant',
  'Console',
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/**
 * Text that can be stored, put in a URL or typed: an option's id, or a time in URL form (`1h`,
 * `1763700000-1763703600`).
 */
export type CommandArgs = Readonly<Record<string, string>>;

/** With `disabledReason` it is listed but cannot be chosen. */
export type Option = {
  id: string;
  label: string;
  /** A few words beside the label. */
  detail?: string;
  description?: string;
  icon?: IconName;
  keywords?: string[];
  disabledReason?: string;
  preview?: { title: string; note?: string; facts: { label: string; value: string }[] };
};

type ArgumentBase = {
  name: string;
  /** Placeholder and page name: `Pipeline`, `Version`. */
  title: string;
  /** Value from the focused scope; the palette asks without one. */
  given?: (ctx: CommandContext, args: CommandArgs) => Option | undefined;
};

export type OptionArgument = ArgumentBase & {
  kind: 'option';
  /** Rows for the typed text, or all rows: the palette filters again. */
  load: (ctx: CommandContext, query: string, args: CommandArgs) => Promise<Option[]> | Option[];
  empty?: string;
};

export type TextArgument = ArgumentBase & {
  kind: 'text';
  initial?: (ctx: CommandContext, args: CommandArgs) => string;
  /** True, or a sentence that explains the error. */
  validate?: (value: string, ctx: CommandContext, args: CommandArgs) => true | string;
  /** Title of the single row: what Enter does with the text. */
  action?: string;
};

export type TimeArgument = ArgumentBase & { kind: 'time' };

export type Argument = OptionArgument | TextArgument | TimeArgument;

/** Confirmation shown before the command runs. The body is one sentence. */
export type Review = {
  title: string;
  body: string;
  action: string;
  destructive: boolean;
  /** A second action, which adds these arguments. */
  other?: { action: string; args: CommandArgs };
};

export type CommandSource = 'palette' | 'key' | 'button' | 'menu' | 'macro';

export type Cause = { path: string } | { command: string; args?: CommandArgs };

/**
 * Static data; `run` only sends an event or navigates. Buttons, menus, key bar, palette and help are made
 * from it.
 */
export type Command = {
  /** Area, dot, verb: `pipeline.deploy`, `go.sources`. */
  id: string;
  title: string | ((ctx: CommandContext, args: CommandArgs) => string);
  /** Title in lists of all commands, when the title depends on the screen. */
  listTitle?: string;
  group: CommandGroup;
  icon: IconName;
  keywords?: readonly string[];
  /**
   * `mod+s`, `g p`, `Shift+d`, `?`, `Delete`; a list holds alternatives. `mod` is Cmd on macOS, else Ctrl.
   */
  keys?: string | readonly string[];
  /**
   * A key left to the browser, whose clipboard event runs the command: only such an event may use the
   * clipboard without permission, and selected text is still copied (https://www.w3.org/TR/clipboard-apis/).
   */
  nativeKeys?: 'mod+c' | 'mod+x' | 'mod+v';
  /** Where its keys are live. */
  scope: 'global' | ScopeId | readonly ScopeId[];
  /** Listed on every screen; the palette asks for what the scope would provide. */
  everywhere?: true;
  /** Hidden from the palette: it needs the element it was pressed on. */
  palette?: false;
  /** Short label in the key bar, by default the title; false hides it. */
  bar?: string | false | ((ctx: CommandContext) => string | false);
  /** False excludes it from recorded macros. */
  isRecorded?: false;
  enabled: (ctx: CommandContext, args: CommandArgs) => true | string;
  causeOf?: (ctx: CommandContext, args: CommandArgs) => Cause | undefined;
  args?: readonly Argument[];
  review?: (ctx: CommandContext, args: CommandArgs) => Review | undefined;
  run: (ctx: CommandContext, args: CommandArgs, source: CommandSource) => void;
  /**
   * Users who may not make all of them see the reason instead. A test checks that every writing call is
   * reachable.
   */
  calls?: readonly CallId[];
  /** Access needed besides that of its calls. */
  needs?: readonly CallAccess[];
  /** Calls of what it opens; it also opens without permission. */
  leadsTo?: readonly CallId[];
};

/** Keeps the command ids as literal types. */
export const defineCommands = <const T extends readonly Command[]>(commands: T): T => commands;
