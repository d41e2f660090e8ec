import { assign, emit, fromPromise, setup } from 'xstate';
import { recordUse } from './frecency.ts';
import {
  dropLastAnswer,
  findArgument,
  findCommand,
  getRun,
  listCommands,
  listOptions,
  moveHighlight,
  openPage,
  takeValue,
} from './palette.steps.ts';
import type {
  LoadOptionsInput,
  PaletteContext,
  PaletteEmitted,
  PaletteEvent,
  PaletteItem,
  ValidateInput,
  ValidateOutput,
} from './palette.types.ts';

const findHighlightedRow = (context: PaletteContext) =>
  context.rows.find((row) => row.id === context.highlightedId);

export const paletteSetup = setup({
  types: { context: {} as PaletteContext, events: {} as PaletteEvent, emitted: {} as PaletteEmitted },
  actors: {
    loadOptions: fromPromise<PaletteItem[], LoadOptionsInput>(() =>
      Promise.reject(new Error('provide loadOptions')),
    ),
    validate: fromPromise<ValidateOutput, ValidateInput>(() => Promise.reject(new Error('provide validate'))),
  },
  guards: {
    isListed: ({ context, event }) => 'id' in event && context.rows.some((row) => row.id === event.id),
    hasRows: ({ context }) => context.rows.length > 0,
    isRefused: ({ context }) => findHighlightedRow(context)?.refusal !== undefined,
    isRefusedWithCause: ({ context }) => {
      const command = context.commands.find(({ id }) => id === context.highlightedId);
      return command?.refusal !== undefined && command.hasCause === true;
    },
    hasHighlight: ({ context }) => findHighlightedRow(context) !== undefined,
    hasScope: ({ context }) => context.query === '' && context.scope !== undefined,
    isEmptyQuery: ({ context }) => context.query === '',
    isFirstPage: ({ context }) => context.query === '' && context.values.length === 0,
    asksOption: ({ context }) => findArgument(context)?.kind === 'option',
    asksText: ({ context }) => findArgument(context) !== undefined,
    needsReview: ({ context }) => findCommand(context)?.needsReview === true,
    startsWithCommand: ({ event }) => event.type === 'palette.opened' && event.commandId !== undefined,
    isKnownRunnable: ({ context }) =>
      findCommand(context) !== undefined && findCommand(context)?.refusal === undefined,
    hasArguments: ({ context }) => (findCommand(context)?.args ?? []).length > 0,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'palette.opened'
        ? listCommands({
            ...context,
            commands: event.commands,
            usage: event.usage,
            openedAt: event.now,
            scope: event.scope,
            commandId: event.commandId,
            query: '',
            values: [],
            options: [],
            message: undefined,
            highlightedId: undefined,
          })
        : {},
    ),
    changeCommands: assign(({ context, event }) =>
      event.type === 'commands.changed' ? { commands: event.commands } : { commands: context.commands },
    ),
    setQuery: assign(({ context, event }) =>
      event.type === 'query.changed'
        ? {
            query: event.query,
            commands: event.commands ?? context.commands,
            message: undefined,
            highlightedId: undefined,
          }
        : {},
    ),
    clearScope: assign({ scope: undefined }),
    listCommands: assign(({ context }) => listCommands(context)),
    listOptions: assign(({ context }) => listOptions(context)),
    clearRows: assign({ rows: [], highlightedId: undefined }),
    moveHighlight: assign(({ context, event }) =>
      event.type === 'highlight.moved' ? moveHighlight(context, event.by) : {},
    ),
    setHighlight: assign(({ event }) => ('id' in event ? { highlightedId: event.id } : {})),
    chooseHighlighted: assign(({ context }) => ({ commandId: context.highlightedId, values: [] })),
    takeHighlighted: assign(({ context }) => {
      const row = findHighlightedRow(context);
      return row ? takeValue(context, { value: row.id, label: row.title }) : {};
    }),
    openPage: assign(({ context }) => openPage(context)),
    backOnePage: assign(({ context }) => dropLastAnswer(context)),
    toRoot: assign(({ context }) =>
      listCommands({
        ...context,
        commandId: undefined,
        values: [],
        query: '',
        message: undefined,
        highlightedId: context.commandId,
      }),
    ),
    setMessage: assign((_, params: { message: string }) => ({ message: params.message })),
    explain: assign(({ context }) => ({ message: findHighlightedRow(context)?.refusal })),
    recordUse: assign(({ context }) => ({
      usage: recordUse(context.usage, context.commandId ?? '', context.openedAt),
    })),
    forget: assign({
      query: '',
      rows: [],
      highlightedId: undefined,
      commandId: undefined,
      values: [],
      options: [],
      message: undefined,
      scope: undefined,
    }),
    leadToCause: emit(({ context }) => ({
      type: 'palette.cause' as const,
      commandId: context.highlightedId ?? '',
      reason: findHighlightedRow(context)?.refusal ?? '',
    })),
    tellRefused: emit(({ context }) => ({
      type: 'palette.refused' as const,
      commandId: context.highlightedId ?? '',
      reason: findHighlightedRow(context)?.refusal ?? '',
    })),
    tellRan: emit(({ context }) => ({ type: 'palette.ran' as const, ...getRun(context) })),
    tellUsage: emit(({ context }) => ({ type: 'palette.usage' as const, usage: context.usage })),
  },
});
