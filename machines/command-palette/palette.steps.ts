import type { ArgumentSpec, PaletteCommand, PaletteContext, PaletteRun } from './palette.types.ts';
import { listCommandRows, listOptionRows } from './rank.ts';

type Changes = Partial<PaletteContext>;

export const findCommand = ({ commands, commandId }: PaletteContext): PaletteCommand | undefined =>
  commands.find((command) => command.id === commandId);

/** Undefined when all are answered. */
export const findArgument = (context: PaletteContext): ArgumentSpec | undefined =>
  findCommand(context)?.args?.[context.values.length];

const keepHighlight = (context: PaletteContext, rows: PaletteContext['rows']): string | undefined =>
  rows.some((row) => row.id === context.highlightedId) ? context.highlightedId : rows[0]?.id;

/** Keeps the highlight while its row is still listed. */
export function listCommands(context: PaletteContext): PaletteContext {
  const listed = context.commands.filter((command) => !command.needsScope || context.scope !== undefined);
  const rows = listCommandRows(listed, context.query, context.usage, context.openedAt);
  return { ...context, rows, highlightedId: keepHighlight(context, rows) };
}

export function listOptions(context: PaletteContext): Changes {
  const rows = listOptionRows(context.options, context.query);
  return { rows, highlightedId: keepHighlight(context, rows) };
}

/** Wraps around at both ends. */
export function moveHighlight({ rows, highlightedId }: PaletteContext, by: number): Changes {
  const at = rows.findIndex((row) => row.id === highlightedId);
  const next = (((at + by) % rows.length) + rows.length) % rows.length;
  return { highlightedId: rows[next]?.id };
}

const toAnswers = ({ values }: PaletteContext): Record<string, string> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

const getInitialQuery = (context: PaletteContext): string => {
  const initial = findArgument(context)?.initial ?? '';
  return typeof initial === 'string' ? initial : initial(toAnswers(context));
};

export const openPage = (context: PaletteContext): Changes => ({
  query: getInitialQuery(context),
  rows: [],
  options: [],
  highlightedId: undefined,
  message: undefined,
});

export const dropLastAnswer = ({ values }: PaletteContext): Changes => ({ values: values.slice(0, -1) });

export function takeValue(context: PaletteContext, answer: { value: string; label: string }): Changes {
  const argument = findArgument(context);
  return argument ? { values: [...context.values, { name: argument.name, ...answer }] } : {};
}

export const getRun = (context: PaletteContext): PaletteRun => ({
  commandId: context.commandId ?? '',
  args: toAnswers(context),
});
