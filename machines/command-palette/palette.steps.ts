import type { ArgumentSpec, PaletteCommand, PaletteContext, PaletteRun } from './palette.types.ts';
import { commandRows, optionRows } from './rank.ts';

type Changes = Partial<PaletteContext>;

export const commandOf = ({ commands, commandId }: PaletteContext): PaletteCommand | undefined =>
  commands.find((command) => command.id === commandId);

/** Undefined when all are answered. */
export const argumentOf = (context: PaletteContext): ArgumentSpec | undefined =>
  commandOf(context)?.args?.[context.values.length];

const keepHighlight = (context: PaletteContext, rows: PaletteContext['rows']): string | undefined =>
  rows.some((row) => row.id === context.highlightedId) ? context.highlightedId : rows[0]?.id;

/** Keeps the highlight while its row is still listed. */
export function listCommands(context: PaletteContext): PaletteContext {
  const listed = context.commands.filter((command) => !command.needsScope || context.scope !== undefined);
  const rows = commandRows(listed, context.query, context.usage, context.openedAt);
  return { ...context, rows, highlightedId: keepHighlight(context, rows) };
}

export function listOptions(context: PaletteContext): Changes {
  const rows = optionRows(context.options, context.query);
  return { rows, highlightedId: keepHighlight(context, rows) };
}

/** Wraps around at both ends. */
export function moveHighlight({ rows, highlightedId }: PaletteContext, by: number): Changes {
  const at = rows.findIndex((row) => row.id === highlightedId);
  const next = (((at + by) % rows.length) + rows.length) % rows.length;
  return { highlightedId: rows[next]?.id };
}

const answersOf = ({ values }: PaletteContext): Record<string, string> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

const initialOf = (context: PaletteContext): string => {
  const initial = argumentOf(context)?.initial ?? '';
  return typeof initial === 'string' ? initial : initial(answersOf(context));
};

export const openPage = (context: PaletteContext): Changes => ({
  query: initialOf(context),
  rows: [],
  options: [],
  highlightedId: undefined,
  message: undefined,
});

export const backOnePage = ({ values }: PaletteContext): Changes => ({ values: values.slice(0, -1) });

export function takeValue(context: PaletteContext, answer: { value: string; label: string }): Changes {
  const argument = argumentOf(context);
  return argument ? { values: [...context.values, { name: argument.name, ...answer }] } : {};
}

export const runOf = (context: PaletteContext): PaletteRun => ({
  commandId: context.commandId ?? '',
  args: answersOf(context),
});

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong!';
