import { assign, fromPromise, setup } from 'xstate';
import type {
  AcknowledgeChoice,
  AcknowledgeContext,
  AcknowledgeEvent,
  ErrorMark,
} from './acknowledge.types.ts';

export const isCovered = (choice: AcknowledgeChoice, entry: ErrorMark): boolean => {
  if (choice.kind === 'errors') return choice.ids.includes(entry.id);
  if (choice.kind === 'component') return entry.componentId === choice.componentId;
  return true;
};

export const isOpen = ({ marked, reopened }: AcknowledgeContext, entry: ErrorMark): boolean =>
  reopened.includes(entry.id) || (!entry.isAcknowledged && !marked.includes(entry.id));

export const listOpenEntries = (context: AcknowledgeContext, choice: AcknowledgeChoice): ErrorMark[] =>
  context.entries.filter((entry) => isCovered(choice, entry) && isOpen(context, entry));

export const listClosedEntries = (context: AcknowledgeContext, ids: readonly string[]): ErrorMark[] =>
  context.entries.filter((entry) => ids.includes(entry.id) && !isOpen(context, entry));

/**
 * A failed call changes nothing. "All" stays possible with nothing listed: the site has errors beyond the
 * list.
 */
export const acknowledgeMachine = setup({
  types: { context: {} as AcknowledgeContext, events: {} as AcknowledgeEvent },
  actors: {
    acknowledge: fromPromise<void, AcknowledgeChoice>(() => Promise.reject(new Error('provide acknowledge'))),
    unacknowledge: fromPromise<void, AcknowledgeChoice>(() =>
      Promise.reject(new Error('provide unacknowledge')),
    ),
  },
  guards: {
    isListed: ({ context }, { id }: { id: string }) => context.entries.some((entry) => entry.id === id),
    isExpanded: ({ context }, { id }: { id: string }) => context.expanded.includes(id),
    isOfUse: ({ context }, { choice }: { choice: AcknowledgeChoice }) =>
      choice.kind === 'site' || listOpenEntries(context, choice).length > 0,
    isClosed: ({ context }, { ids }: { ids: readonly string[] }) =>
      listClosedEntries(context, ids).length > 0,
  },
  actions: {
    take: assign(({ context }, { entries }: { entries: readonly ErrorMark[] }) => {
      const isListed = (id: string) => entries.some((entry) => entry.id === id);
      return { entries, marked: [], reopened: [], expanded: context.expanded.filter(isListed) };
    }),
    expand: assign(({ context }, { id }: { id: string }) => ({
      expanded: context.expanded.includes(id) ? context.expanded : [...context.expanded, id],
    })),
    collapse: assign(({ context }, { id }: { id: string }) => ({
      expanded: context.expanded.filter((one) => one !== id),
    })),
    ask: assign((_, { choice }: { choice: AcknowledgeChoice }) => ({ asked: choice })),
    mark: assign(({ context }) => {
      const { asked, entries, marked, reopened, expanded } = context;
      if (!asked) return {};
      const covered = entries.filter((entry) => isCovered(asked, entry)).map(({ id }) => id);
      return {
        marked: [...new Set([...marked, ...covered])],
        reopened: reopened.filter((id) => !covered.includes(id)),
        expanded: expanded.filter((id) => !covered.includes(id)),
      };
    }),
    reopen: assign(({ context }) => {
      const { asked, entries, marked, reopened } = context;
      if (!asked) return {};
      const covered = entries.filter((entry) => isCovered(asked, entry)).map(({ id }) => id);
      return {
        marked: marked.filter((id) => !covered.includes(id)),
        reopened: [...new Set([...reopened, ...covered])],
      };
    }),
    forget: assign({ asked: undefined }),
    succeed: (_, _params: { choice: AcknowledgeChoice | undefined }) => undefined,
    succeedReopening: (_, _params: { choice: AcknowledgeChoice | undefined }) => undefined,
    fail: (_, _params: { choice: AcknowledgeChoice | undefined; error: unknown }) => undefined,
  },
}).createMachine({
  id: 'acknowledge',
  context: { entries: [], marked: [], reopened: [], expanded: [], asked: undefined },
  on: {
    'entries.read': {
      actions: { type: 'take', params: ({ event }) => ({ entries: event.entries }) },
    },
    'row.expand': {
      guard: { type: 'isListed', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'expand', params: ({ event }) => ({ id: event.id }) },
    },
    'row.collapse': {
      guard: { type: 'isExpanded', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'collapse', params: ({ event }) => ({ id: event.id }) },
    },
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'acknowledge.requested': {
          guard: { type: 'isOfUse', params: ({ event }) => ({ choice: event.choice }) },
          target: 'acknowledging',
          actions: { type: 'ask', params: ({ event }) => ({ choice: event.choice }) },
        },
        'unacknowledge.requested': {
          guard: { type: 'isClosed', params: ({ event }) => ({ ids: event.ids }) },
          target: 'reopening',
          actions: {
            type: 'ask',
            params: ({ event }) => ({ choice: { kind: 'errors' as const, ids: event.ids } }),
          },
        },
      },
    },
    acknowledging: {
      tags: 'busy',
      invoke: {
        id: 'acknowledge',
        src: 'acknowledge',
        input: ({ context }) => context.asked ?? { kind: 'pipeline' },
        onDone: {
          target: 'idle',
          actions: [
            'mark',
            { type: 'succeed', params: ({ context }) => ({ choice: context.asked }) },
            'forget',
          ],
        },
        onError: {
          target: 'idle',
          actions: [
            {
              type: 'fail',
              params: ({ context, event }) => ({ choice: context.asked, error: event.error }),
            },
            'forget',
          ],
        },
      },
    },
    reopening: {
      tags: 'busy',
      invoke: {
        id: 'unacknowledge',
        src: 'unacknowledge',
        input: ({ context }) => context.asked ?? { kind: 'errors', ids: [] },
        onDone: {
          target: 'idle',
          actions: [
            'reopen',
            { type: 'succeedReopening', params: ({ context }) => ({ choice: context.asked }) },
            'forget',
          ],
        },
        onError: {
          target: 'idle',
          actions: [
            {
              type: 'fail',
              params: ({ context, event }) => ({ choice: context.asked, error: event.error }),
            },
            'forget',
          ],
        },
      },
    },
  },
});
