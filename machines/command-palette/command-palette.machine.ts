import { assign } from 'xstate';
import { getErrorMessage } from '../error-message.ts';
import { paletteSetup } from './command-palette.setup.ts';
import { findArgument, takeValue } from './palette.steps.ts';

const failWith = {
  type: 'setMessage' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ message: getErrorMessage(event.error) }),
};

/** The owner runs the command once the palette is gone and the focus is back. */
const run = { target: '#commandPalette.closed', actions: ['recordUse', 'tellRan', 'tellUsage'] } as const;

const browsing = {
  'highlight.moved': { guard: 'hasRows', actions: 'moveHighlight' },
  'highlight.set': { guard: 'isListed', actions: 'setHighlight' },
} as const;

/**
 * Command palette: choose a command, fill in its arguments page by page, review destructive ones, run. Enter
 * always acts on the highlighted row.
 */
export const commandPaletteMachine = paletteSetup.createMachine({
  id: 'commandPalette',
  context: {
    commands: [],
    usage: {},
    openedAt: 0,
    scope: undefined,
    query: '',
    rows: [],
    highlightedId: undefined,
    commandId: undefined,
    values: [],
    options: [],
    message: undefined,
  },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        'palette.opened': [
          { guard: 'startsWithCommand', target: 'open.starting', actions: 'open' },
          { target: 'open.choosing', actions: 'open' },
        ],
      },
    },
    open: {
      initial: 'choosing',
      on: { 'palette.closed': 'closed' },
      states: {
        /** Opened for one command, by its key or button. */
        starting: {
          always: [
            { guard: 'isKnownRunnable', target: 'next' },
            { target: 'choosing', actions: 'toRoot' },
          ],
        },
        choosing: {
          on: {
            ...browsing,
            'commands.changed': { actions: ['changeCommands', 'listCommands'] },
            'query.changed': { actions: ['setQuery', 'listCommands'] },
            'enter.pressed': { guard: 'hasHighlight', target: 'chosen' },
            'row.clicked': { guard: 'isListed', target: 'chosen', actions: 'setHighlight' },
            'back.pressed': { guard: 'hasScope', actions: ['clearScope', 'listCommands'] },
          },
        },
        chosen: {
          always: [
            { guard: 'isRefusedWithCause', target: '#commandPalette.closed', actions: 'leadToCause' },
            { guard: 'isRefused', target: 'choosing', actions: ['tellRefused', 'explain'] },
            { target: 'next', actions: 'chooseHighlighted' },
          ],
        },
        /** Next page: an unanswered argument, or the review; else the command runs. */
        next: {
          always: [
            { guard: 'asksOption', target: 'gathering.loading', actions: 'openPage' },
            { guard: 'asksText', target: 'gathering.text', actions: 'openPage' },
            { guard: 'needsReview', target: 'review', actions: 'openPage' },
            run,
          ],
        },
        gathering: {
          initial: 'loading',
          on: {
            'back.pressed': [
              { guard: 'isFirstPage', target: 'choosing', actions: 'toRoot' },
              { guard: 'isEmptyQuery', target: 'next', actions: 'backOnePage' },
            ],
          },
          states: {
            loading: {
              entry: 'clearRows',
              invoke: {
                id: 'loadOptions',
                src: 'loadOptions',
                input: ({ context }) => ({
                  commandId: context.commandId ?? '',
                  argument: findArgument(context) ?? { name: '', label: '', kind: 'option' },
                  values: context.values,
                }),
                onDone: {
                  target: 'option',
                  actions: [assign(({ event }) => ({ options: event.output })), 'listOptions'],
                },
                onError: { target: 'unavailable', actions: failWith },
              },
              on: { 'query.changed': { actions: 'setQuery' } },
            },
            option: {
              on: {
                ...browsing,
                'query.changed': { actions: ['setQuery', 'listOptions'] },
                'enter.pressed': { guard: 'hasHighlight', target: 'optionChosen' },
                'row.clicked': { guard: 'isListed', target: 'optionChosen', actions: 'setHighlight' },
              },
            },
            optionChosen: {
              always: [
                { guard: 'isRefused', target: 'option', actions: 'explain' },
                { target: '#commandPalette.open.next', actions: 'takeHighlighted' },
              ],
            },
            unavailable: { on: { 'retry.pressed': 'loading', 'enter.pressed': 'loading' } },
            text: {
              entry: 'clearRows',
              on: {
                'query.changed': { actions: 'setQuery' },
                'enter.pressed': '#commandPalette.open.validating',
              },
            },
          },
        },
        validating: {
          invoke: {
            id: 'validate',
            src: 'validate',
            input: ({ context }) => ({
              commandId: context.commandId ?? '',
              argument: findArgument(context) ?? { name: '', label: '', kind: 'text' },
              text: context.query,
              values: context.values,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'next',
                actions: assign(({ context, event }) =>
                  event.output.ok
                    ? takeValue(context, {
                        value: event.output.value,
                        label: event.output.label ?? event.output.value,
                      })
                    : {},
                ),
              },
              {
                target: 'gathering.text',
                actions: assign(({ event }) => ({
                  message: event.output.ok ? undefined : event.output.message,
                })),
              },
            ],
            onError: { target: 'gathering.text', actions: failWith },
          },
        },
        review: {
          on: {
            'review.confirmed': run,
            'back.pressed': [
              { guard: 'hasArguments', target: 'next', actions: 'backOnePage' },
              { target: 'choosing', actions: 'toRoot' },
            ],
          },
        },
      },
    },
  },
});
