import { findReason, findReopenReason } from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { Option, OptionArgument } from '../../commands/types.ts';
import './scope.ts';

const SEPARATOR = ',';

export const parseErrorIds = (argument: string | undefined): string[] =>
  argument === undefined || argument === '' ? [] : argument.split(SEPARATOR);

const formatErrorLabel = (error: ErrorEntry): string =>
  `${error.errorName} of ${error.nodeName || error.componentId}`;

function findChosenOption(ctx: CommandContext): Option | undefined {
  const scope = ctx.scopes.errors;
  const [first, ...more] = scope?.chosenIds ?? [];
  if (!scope || first === undefined) return undefined;
  const error = scope.errors.find((one) => one.id === first);
  const label = more.length > 0 || !error ? `${more.length + 1} errors` : formatErrorLabel(error);
  return { id: [first, ...more].join(SEPARATOR), label };
}

const findCursorOption = (ctx: CommandContext): Option | undefined => {
  const cursor = ctx.scopes.errors?.cursor;
  return cursor && { id: cursor.id, label: formatErrorLabel(cursor) };
};

const listErrorOptions = (
  ctx: CommandContext,
  reasonOf: (error: ErrorEntry) => string | undefined,
): Option[] =>
  (ctx.scopes.errors?.errors ?? []).map((error): Option => {
    const reason = reasonOf(error);
    return {
      id: error.id,
      label: formatErrorLabel(error),
      detail: error.errorLevel,
      ...(reason === undefined ? {} : { disabledReason: reason }),
    };
  });

/** Defaults to the selected errors, else the one under the cursor. */
export const errorArgument: OptionArgument = {
  name: 'error',
  title: 'Error',
  kind: 'option',
  given: findChosenOption,
  load: (ctx) =>
    listErrorOptions(ctx, ({ id }) => {
      const { snapshot } = ctx.scopes.errors ?? {};
      return snapshot && findReason(snapshot, { kind: 'errors', ids: [id] });
    }),
  empty: 'There is no error in the time range',
};

/** Defaults to the error under the cursor. */
export const oneErrorArgument: OptionArgument = {
  name: 'error',
  title: 'Error',
  kind: 'option',
  given: findCursorOption,
  load: (ctx) => listErrorOptions(ctx, () => undefined),
  empty: 'There is no error in the time range',
};

export const acknowledgedArgument: OptionArgument = {
  name: 'error',
  title: 'Error',
  kind: 'option',
  given: findChosenOption,
  load: (ctx) =>
    listErrorOptions(ctx, ({ id }) => {
      const { snapshot } = ctx.scopes.errors ?? {};
      return snapshot && findReopenReason(snapshot, [id]);
    }),
  empty: 'There is no error in the time range',
};

/** Defaults to the component of the error under the cursor. */
export const componentArgument: OptionArgument = {
  name: 'component',
  title: 'Component',
  kind: 'option',
  given: (ctx) => {
    const cursor = ctx.scopes.errors?.cursor;
    return cursor && { id: cursor.componentId, label: cursor.nodeName };
  },
  load: (ctx) => {
    const errors = ctx.scopes.errors?.errors ?? [];
    const names = new Map(errors.map((error) => [error.componentId, error.nodeName]));
    return [...names].map(([id, label]) => ({ id, label }));
  },
  empty: 'There is no error in the time range',
};
