import type { Usage } from './frecency.ts';

/** One thing the palette can list: a command, or an option of an argument. */
export type PaletteItem = {
  id: string;
  title: string;
  group: string;
  keywords?: string[];
  /** Why it cannot be run now; it stays listed with this text. */
  refusal?: string | undefined;
};

export type ArgumentSpec = {
  name: string;
  label: string;
  kind: 'option' | 'text' | 'time';
  placeholder?: string;
  /** What the field of a text argument starts with; may depend on what was answered before. */
  initial?: string | ((answered: Record<string, string>) => string);
};

export type PaletteCommand = PaletteItem & {
  args?: ArgumentSpec[];
  /** Destructive: the person sees what will happen and confirms. */
  needsReview?: boolean;
  /** Enter on the refused command leads to the cause instead of staying. */
  hasCause?: boolean;
  /** Listed only while an item is the scope. */
  needsScope?: boolean;
};

/** The list item the commands are about, shown as a pill. */
export type PaletteScope = { id: string; label: string };

export type PaletteRow = PaletteItem & { section: string };

export type ArgumentValue = { name: string; value: string; label: string };

export type PaletteContext = {
  commands: PaletteCommand[];
  usage: Usage;
  /** Milliseconds when the palette was opened; the time of use that is recorded. */
  openedAt: number;
  scope: PaletteScope | undefined;
  query: string;
  /** What is listed now, in order; the highlighted row is always one of them. */
  rows: PaletteRow[];
  highlightedId: string | undefined;
  /** The chosen command. */
  commandId: string | undefined;
  values: ArgumentValue[];
  options: PaletteItem[];
  /** Why the last step was refused or failed. */
  message: string | undefined;
};

export type PaletteEvent =
  | {
      type: 'palette.opened';
      commands: PaletteCommand[];
      usage: Usage;
      now: number;
      scope?: PaletteScope;
      commandId?: string;
    }
  | { type: 'palette.closed' }
  | { type: 'commands.changed'; commands: PaletteCommand[] }
  | { type: 'query.changed'; query: string }
  | { type: 'highlight.moved'; by: number }
  | { type: 'highlight.set'; id: string }
  | { type: 'enter.pressed' }
  | { type: 'row.clicked'; id: string }
  | { type: 'back.pressed' }
  | { type: 'review.confirmed' }
  | { type: 'retry.pressed' };

export type PaletteEmitted =
  | { type: 'palette.cause'; commandId: string; reason: string }
  | { type: 'palette.refused'; commandId: string; reason: string }
  | { type: 'palette.ran'; commandId: string }
  | { type: 'palette.usage'; usage: Usage };

export type LoadOptionsInput = { commandId: string; argument: ArgumentSpec; values: ArgumentValue[] };
export type ValidateInput = {
  commandId: string;
  argument: ArgumentSpec;
  text: string;
  values: ArgumentValue[];
};
export type ValidateOutput = { ok: true; value: string; label?: string } | { ok: false; message: string };
export type RunInput = { commandId: string; args: Record<string, string> };
