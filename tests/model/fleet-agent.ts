import { and, assign, not, type SnapshotFrom, setup, stateIn } from 'xstate';
import { defineModel } from '../../machines/model.ts';
import type { AgentStatus } from '../../src/contract/entities/fleet.ts';

export type Configuration = 'first' | 'second';
/** `none`: it is in a fleet without a configuration. */
export type Assigned = Configuration | 'none';
type Said = { of: Configuration; state: 'APPLYING' | 'APPLIED' | 'FAILED' };

/** It enrolls in the fleet with the first configuration. */
export type FleetAgentEvent =
  /** For the first time, or again: under a supervisor, or without one, so that it accepts no configuration. */
  | { type: 'agent.connected'; accepts: boolean }
  /** Again, with another version of its Collector. */
  | { type: 'agent.upgraded' }
  | { type: 'agent.left' }
  /** Without a word, and for longer than an agent may take to apply a configuration; then it is offered it anew. */
  | { type: 'agent.vanished' }
  /** Also of a configuration that it is not to run any more. */
  | ({ type: 'agent.reported' } & Said)
  | { type: 'agent.fellIll' }
  | { type: 'agent.recovered' }
  | { type: 'person.assigned'; to: Assigned }
  | { type: 'person.retried' }
  | { type: 'person.deleted' }
  /** By another machine that comes with its id. */
  | { type: 'id.claimed' }
  /** More of it than an agent may take to apply a configuration. */
  | { type: 'time.passed' };

type Context = {
  target: Assigned;
  /** Of a configuration, the last; a try that is to be made anew counts no more. */
  said: Said | undefined;
  accepts: boolean;
  /** Of its Collector. */
  version: number;
  claims: number;
};
const NEW: Context = { target: 'none', said: undefined, accepts: true, version: 1, claims: 0 };

/**
 * One agent, by what happened to it. The product needs no such machine: `src/service/fleets/status.ts` derives the
 * status from what is stored. That one checks the other.
 */
export const fleetAgentMachine = setup({
  types: { context: {} as Context, events: {} as FleetAgentEvent },
  guards: {
    isUnknown: stateIn({ presence: 'unknown' }),
    isHere: stateIn({ presence: 'here' }),
    isAway: stateIn({ presence: 'away' }),
    hasNone: stateIn({ configuration: 'none' }),
    hasApplied: stateIn({ configuration: 'applied' }),
    accepts: ({ context }) => context.accepts,
    isAnother: ({ context, event }) => event.type === 'person.assigned' && event.to !== context.target,
    isToNone: ({ event }) => event.type === 'person.assigned' && event.to === 'none',
    isRunning: ({ context: { said }, event }) =>
      event.type === 'person.assigned' && said?.state === 'APPLIED' && said.of === event.to,
    isOfTarget: ({ context, event }) => event.type === 'agent.reported' && event.of === context.target,
    isApplied: ({ event }) => event.type === 'agent.reported' && event.state === 'APPLIED',
    isFailed: ({ event }) => event.type === 'agent.reported' && event.state === 'FAILED',
    isReassigned: and([not('isUnknown'), 'isAnother']),
    speaks: and(['isHere', 'accepts']),
    /** Without a supervisor. */
    comesAlone: and([not('isHere'), ({ event }) => event.type === 'agent.connected' && !event.accepts]),
    canRetry: and(['isHere', 'accepts', not('hasNone'), not('hasApplied')]),
  },
  actions: {
    enroll: assign({ target: 'first' }),
    describe: assign(({ event }) => (event.type === 'agent.connected' ? { accepts: event.accepts } : {})),
    upgrade: assign({ version: ({ context }) => context.version + 1 }),
    claim: assign({ claims: ({ context }) => context.claims + 1 }),
    forget: assign(NEW),
    say: assign(({ event }) =>
      event.type === 'agent.reported' ? { said: { of: event.of, state: event.state } } : {},
    ),
    assign: assign(({ context: { said }, event }) =>
      event.type === 'person.assigned'
        ? { target: event.to, said: said?.state === 'FAILED' && said.of === event.to ? undefined : said }
        : {},
    ),
    tryAnew: assign({ said: undefined }),
  },
}).createMachine({
  id: 'fleetAgent',
  type: 'parallel',
  context: NEW,
  states: {
    presence: {
      initial: 'unknown',
      states: {
        unknown: { on: { 'agent.connected': { target: 'here', actions: 'describe' } } },
        here: {
          on: { 'agent.left': 'away', 'agent.vanished': 'away', 'id.claimed': { actions: 'claim' } },
        },
        away: {
          on: {
            'agent.connected': { target: 'here', actions: 'describe' },
            'agent.upgraded': { target: 'here', actions: 'upgrade' },
            'person.deleted': { target: 'unknown', actions: 'forget' },
          },
        },
      },
    },
    configuration: {
      initial: 'none',
      on: {
        'agent.connected': { guard: 'isUnknown', target: '.open', actions: 'enroll' },
        'person.assigned': [
          { guard: and(['isReassigned', 'isToNone']), target: '.none', actions: 'assign' },
          { guard: and(['isReassigned', 'isRunning']), target: '.applied', actions: 'assign' },
          { guard: 'isReassigned', target: '.open', actions: 'assign' },
        ],
        'person.retried': { guard: 'canRetry', target: '.open', actions: 'tryAnew' },
        'agent.reported': [
          { guard: and(['speaks', 'hasNone']), actions: 'say' },
          { guard: and(['speaks', 'isOfTarget', 'isApplied']), target: '.applied', actions: 'say' },
          { guard: and(['speaks', 'isOfTarget', 'isFailed']), target: '.failed', actions: 'say' },
          { guard: 'speaks', target: '.open', actions: 'say' },
        ],
        'person.deleted': { guard: 'isAway', target: '.none' },
      },
      states: { none: {}, open: {}, applied: {}, failed: {} },
    },
    /** Since it was offered what it is to run now: it is not while it is away, or accepts none. */
    time: {
      initial: 'short',
      on: {
        'agent.connected': { guard: 'comesAlone', target: '.short' },
        'agent.vanished': { guard: 'isHere', target: '.short' },
        'time.passed': [
          { guard: 'speaks', target: '.long' },
          { guard: not('isUnknown'), target: '.short' },
        ],
        'person.assigned': { guard: 'isReassigned', target: '.short' },
        'person.retried': { guard: 'canRetry', target: '.short' },
        'person.deleted': { guard: 'isAway', target: '.short' },
      },
      states: { short: {}, long: {} },
    },
    health: {
      initial: 'well',
      on: { 'person.deleted': { guard: 'isAway', target: '.well' } },
      states: {
        well: { on: { 'agent.fellIll': { guard: 'isHere', target: 'ill' } } },
        ill: { on: { 'agent.recovered': { guard: 'isHere', target: 'well' } } },
      },
    },
  },
});
export type FleetAgentSnapshot = SnapshotFrom<typeof fleetAgentMachine>;

export type Reason = 'away' | 'accepts none' | 'failed' | 'ill' | 'unmanaged' | 'late' | 'open' | '';

const STATUSES: Readonly<Record<Reason, AgentStatus>> = {
  away: 'DISCONNECTED',
  'accepts none': 'INCOMPATIBLE',
  failed: 'ERROR',
  ill: 'ERROR',
  unmanaged: 'UNMANAGED',
  late: 'ERROR',
  open: 'CONFIGURING',
  '': 'HEALTHY',
};

/** Why it has its status. */
export function predictReason({ value, context }: FleetAgentSnapshot): Reason {
  const { presence, configuration, time, health } = value;
  if (presence === 'unknown') return '';
  if (presence === 'away') return 'away';
  if (configuration !== 'none' && !context.accepts) return 'accepts none';
  if (configuration === 'failed') return 'failed';
  if (health === 'ill') return 'ill';
  if (configuration === 'none') return 'unmanaged';
  if (configuration === 'applied') return '';
  return time === 'long' ? 'late' : 'open';
}

/** What the service must say of it; `''` while it knows no such agent. */
export const predictStatus = (snapshot: FleetAgentSnapshot): AgentStatus | '' =>
  snapshot.value.presence === 'unknown' ? '' : STATUSES[predictReason(snapshot)];

/** Whether it must have been offered what it is to run, since it was assigned. */
export const isOffered = ({ value, context }: FleetAgentSnapshot): boolean =>
  value.presence === 'here' &&
  context.accepts &&
  value.configuration === 'open' &&
  context.said?.of !== context.target;

const reported = (of: Configuration, state: Said['state']) => ({
  type: 'agent.reported' as const,
  of,
  state,
});

export const fleetAgentModel = defineModel({
  name: 'agent of a fleet',
  machine: fleetAgentMachine,
  vocabulary: [
    { type: 'agent.connected', accepts: true },
    { type: 'agent.connected', accepts: false },
    { type: 'agent.upgraded' },
    { type: 'agent.left' },
    { type: 'agent.vanished' },
    reported('first', 'APPLYING'),
    reported('first', 'APPLIED'),
    reported('first', 'FAILED'),
    reported('second', 'APPLIED'),
    reported('second', 'FAILED'),
    { type: 'agent.fellIll' },
    { type: 'agent.recovered' },
    { type: 'person.assigned', to: 'first' },
    { type: 'person.assigned', to: 'second' },
    { type: 'person.assigned', to: 'none' },
    { type: 'person.retried' },
    { type: 'person.deleted' },
    { type: 'id.claimed' },
    { type: 'time.passed' },
  ],
  key: ({ value, context: { target, said, accepts } }) =>
    [
      value.presence,
      ...(accepts ? [] : ['accepts none']),
      `${target}: ${value.configuration}`,
      said ? `said ${said.of} ${said.state}` : 'said nothing',
      value.time,
      value.health,
    ].join(', '),
  // Each by itself with the others as they are most of the time: all of them together would be thousands.
  explore: ({ value, context: { accepts, target } }, event) => {
    if (event.type === 'agent.fellIll') return accepts && value.time === 'short' && target !== 'second';
    const isPlain = value.health === 'well' && target !== 'second';
    if (event.type === 'time.passed' || event.type === 'agent.vanished') return isPlain;
    if (event.type === 'agent.connected' && 'accepts' in event && !event.accepts)
      return isPlain && value.time === 'short';
    return true;
  },
});
