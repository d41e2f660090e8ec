import type { Usage } from './frecency.ts';

/** A row: a command, or an option of an argument. */
export type PaletteItem = {
  id: string;
  title: string;
  group: string;
  keywords?: string[];
  /** Why it cannot run now; it stays listed with this text. */
  refusal?: string | undefined;
};

export type ArgumentSpec = {
  name: string;
  label: string;
  kind: 'option' | 'text' | 'time';
  placeholder?: string;
  /** Initial value of a text argument; may depend on earlier answers. */
  initial?: string | ((answered: Record<string, string>) => string);
};

export type PaletteCommand = PaletteItem & {
  args?: ArgumentSpec[];
  /** Destructive: the user reviews and confirms it. */
  needsReview?: boolean;
  /** Enter on the refused command opens the cause. */
  hasCause?: boolean;
  needsScope?: boolean;
};

/** The list item that commands act on, shown as a pill. */
export type PaletteScope = { id: string; label: string };

export type PaletteRow = PaletteItem & { section: string };

export type ArgumentValue = { name: string; value: string; label: string };

export type PaletteContext = {
  commands: PaletteCommand[];
  usage: Usage;
  /** Milliseconds; recorded as the time of use. */
  openedAt: number;
  scope: PaletteScope | undefined;
  query: string;
  /** Always includes the highlighted row. */
  rows: PaletteRow[];
  highlightedId: string | undefined;
  commandId: string | undefined;
  values: ArgumentValue[];
  options: PaletteItem[];
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
  /** `commands`: what there is to choose from for this query, while commands are chosen. */
  | { type: 'query.changed'; query: string; commands?: PaletteCommand[] }
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
  | ({ type: 'palette.ran' } & PaletteRun)
  | { type: 'palette.usage'; usage: Usage };

export type LoadOptionsInput = { commandId: string; argument: ArgumentSpec; values: ArgumentValue[] };
export type ValidateInput = {
  commandId: string;
  argument: ArgumentSpec;
  text: string;
  values: ArgumentValue[];
};
export type ValidateOutput = { ok: true; value: string; label?: string } | { ok: false; message: string };
export type PaletteRun = { commandId: string; args: Record<string, string> };
