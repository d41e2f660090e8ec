import { assign, emit, type SnapshotFrom, setup } from 'xstate';
import {
  DEFAULT_TIME_RANGE,
  findRangeProblem,
  formatRange,
  parseStoredRange,
  TIME_PRESETS,
  TIME_RANGE_MESSAGES,
  type TimePreset,
  type TimeRange,
} from './time-range.ts';

export type TimeFilterContext = {
  range: TimeRange;
  /** Picker values in unix seconds. */
  from: number | undefined;
  to: number | undefined;
  message: string | undefined;
};

/** Times are unix seconds; `now` is passed in where needed. */
export type TimeFilterEvent =
  | { type: 'preset.picked'; preset: TimePreset }
  | { type: 'custom.opened' }
  | { type: 'from.set'; unixSeconds: number | undefined }
  | { type: 'to.set'; unixSeconds: number | undefined }
  | { type: 'custom.applied'; now: number }
  | { type: 'custom.closed' }
  | { type: 'range.selected'; start: number; end: number; now: number }
  | { type: 'filter.reset' };

export type TimeFilterInput = { stored?: string | undefined; nowUnixSeconds: number };

export type TimeFilterEmitted = { type: 'timeFilter.changed'; range: TimeRange };

export const timeFilterMachine = setup({
  types: {
    context: {} as TimeFilterContext,
    events: {} as TimeFilterEvent,
    input: {} as TimeFilterInput,
    emitted: {} as TimeFilterEmitted,
  },
  guards: {
    isPreset: ({ context }) => context.range.kind === 'preset',
    pickedIsValid: ({ context, event }) =>
      event.type === 'custom.applied' && findRangeProblem(context.from, context.to, event.now) === undefined,
    selectedIsValid: ({ event }) =>
      event.type === 'range.selected' && findRangeProblem(event.start, event.end, event.now) === undefined,
  },
  actions: {
    setPreset: assign(({ event }) =>
      event.type === 'preset.picked' ? { range: { kind: 'preset' as const, preset: event.preset } } : {},
    ),
    setDefault: assign({ range: DEFAULT_TIME_RANGE }),
    setSelected: assign(({ event }) =>
      event.type === 'range.selected'
        ? { range: { kind: 'custom' as const, start: event.start, end: event.end } }
        : {},
    ),
    setPicked: assign(({ context: { from, to } }) =>
      from === undefined || to === undefined
        ? {}
        : { range: { kind: 'custom' as const, start: from, end: to } },
    ),
    startPicking: assign(({ context: { range } }) => ({
      from: range.kind === 'custom' ? range.start : undefined,
      to: range.kind === 'custom' ? range.end : undefined,
    })),
    setFrom: assign(({ event }) =>
      event.type === 'from.set' ? { from: event.unixSeconds, message: undefined } : {},
    ),
    setTo: assign(({ event }) =>
      event.type === 'to.set' ? { to: event.unixSeconds, message: undefined } : {},
    ),
    refuse: assign(({ context, event }) =>
      event.type === 'custom.applied'
        ? { message: findRangeProblem(context.from, context.to, event.now) }
        : {},
    ),
    clearPicking: assign({ from: undefined, to: undefined, message: undefined }),
    tellChanged: emit(({ context }) => ({ type: 'timeFilter.changed' as const, range: context.range })),
  },
}).createMachine({
  id: 'timeFilter',
  context: ({ input }) => ({
    range: parseStoredRange(input.stored, input.nowUnixSeconds),
    from: undefined,
    to: undefined,
    message: undefined,
  }),
  initial: 'resting',
  on: {
    'preset.picked': { target: '.preset', actions: ['setPreset', 'tellChanged'] },
    'range.selected': {
      guard: 'selectedIsValid',
      target: '.custom',
      actions: ['setSelected', 'tellChanged'],
    },
    'filter.reset': { target: '.preset', actions: ['setDefault', 'tellChanged'] },
  },
  states: {
    resting: { always: [{ guard: 'isPreset', target: 'preset' }, { target: 'custom' }] },
    preset: { entry: 'clearPicking', on: { 'custom.opened': 'picking' } },
    custom: { entry: 'clearPicking', on: { 'custom.opened': 'picking' } },
    picking: {
      entry: 'startPicking',
      on: {
        'from.set': { actions: 'setFrom' },
        'to.set': { actions: 'setTo' },
        'custom.applied': [
          { guard: 'pickedIsValid', target: 'custom', actions: ['setPicked', 'tellChanged'] },
          { actions: 'refuse' },
        ],
        'custom.closed': 'resting',
      },
    },
  },
});

export type TimeFilterSnapshot = SnapshotFrom<typeof timeFilterMachine>;

export const selectRange = (snapshot: TimeFilterSnapshot): TimeRange => snapshot.context.range;
export const selectIsPicking = (snapshot: TimeFilterSnapshot): boolean => snapshot.matches('picking');

export type TimeFilterProblem = { end: 'from' | 'to'; text: string };

/** The message and the picker to focus. */
export function selectProblem({ context }: TimeFilterSnapshot): TimeFilterProblem | undefined {
  const { message: text, from } = context;
  if (text === undefined) return undefined;
  const isAboutFrom =
    text === TIME_RANGE_MESSAGES.startPast ||
    text === TIME_RANGE_MESSAGES.kept ||
    (text === TIME_RANGE_MESSAGES.required && from === undefined);
  return { end: isAboutFrom ? 'from' : 'to', text };
}

export const selectIsDefault = (snapshot: TimeFilterSnapshot): boolean =>
  formatRange(snapshot.context.range) === formatRange(DEFAULT_TIME_RANGE);

/** `1 hour`, or both ends formatted by `formatTime`. */
export function formatRangeLabel(range: TimeRange, formatTime: (unixSeconds: number) => string): string {
  if (range.kind === 'custom') return `${formatTime(range.start)} to ${formatTime(range.end)}`;
  return TIME_PRESETS.find((preset) => preset.id === range.preset)?.label ?? range.preset;
}
