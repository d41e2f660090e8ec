import { assign, emit, setup } from 'xstate';

/** A site as far as its choice needs it. */
export type KnownSite = { id: string; status: string };

export type SiteSelectionContext = {
  /** In the order of the service: the one that was changed last comes first. */
  sites: readonly KnownSite[];
  siteId: string | undefined;
};

export type SiteSelectionEvent =
  /** Every page was read; `wanted` are the site of the address and the stored one, where there are any. */
  | { type: 'sites.read'; sites: readonly KnownSite[]; wanted: readonly (string | null | undefined)[] }
  | { type: 'sites.failed' }
  /** A person chose it; `leaves` where what is on screen is of the former site alone. */
  | { type: 'site.picked'; siteId: string; leaves: boolean }
  /** The address says so. */
  | { type: 'site.named'; siteId: string }
  | { type: 'session.ended' };

export type SiteSelectionEmitted =
  /** Store it; where it takes the place of another, what was read of that one is forgotten (R4-97, R4-98). */
  | { type: 'site.selected'; siteId: string; isChange: boolean }
  /** Leave for an address that names the site; it is selected there, unless somebody stays (R4-100, E18). */
  | { type: 'redirect.wanted'; siteId: string }
  /** None is selected any more: nothing is stored (R4-103). */
  | { type: 'site.forgotten' };

const exists = (sites: readonly KnownSite[], siteId: string | null | undefined): boolean =>
  sites.some(({ id }) => id === siteId);

type Facts = { context: SiteSelectionContext; event: SiteSelectionEvent };

/** The site an event leads to: the first wanted one that exists, else the first active one (R4-102). */
function chosen({ event }: Facts): string | undefined {
  if (event.type !== 'sites.read') return 'siteId' in event ? event.siteId : undefined;
  const { sites, wanted } = event;
  const known = wanted.find((id) => exists(sites, id));
  return known ?? (sites.find(({ status }) => status === 'ACTIVE') ?? sites[0])?.id;
}

function isOther(facts: Facts): boolean {
  const siteId = chosen(facts);
  return siteId !== facts.context.siteId && exists(facts.context.sites, siteId);
}

/** Which site the console works on (E10). */
export const siteSelectionMachine = setup({
  types: {
    context: {} as SiteSelectionContext,
    events: {} as SiteSelectionEvent,
    emitted: {} as SiteSelectionEmitted,
  },
  guards: {
    isStillThere: ({ context, event }) => event.type === 'sites.read' && exists(event.sites, context.siteId),
    hasAny: ({ event }) => event.type === 'sites.read' && event.sites.length > 0,
    isOther,
    leavesForOther: (facts) => facts.event.type === 'site.picked' && facts.event.leaves && isOther(facts),
  },
  actions: {
    keepSites: assign(({ event }) => (event.type === 'sites.read' ? { sites: event.sites } : {})),
    tell: emit((facts) => ({
      type: 'site.selected',
      siteId: chosen(facts) ?? '',
      isChange: facts.context.siteId !== undefined,
    })),
    select: assign((facts) => ({ siteId: chosen(facts) })),
    redirect: emit((facts) => ({ type: 'redirect.wanted', siteId: chosen(facts) ?? '' })),
    forget: assign({ sites: [], siteId: undefined }),
    tellForgotten: emit({ type: 'site.forgotten' }),
  },
}).createMachine({
  id: 'siteSelection',
  context: { sites: [], siteId: undefined },
  initial: 'loading',
  on: {
    'sites.read': [
      { guard: 'isStillThere', actions: 'keepSites' },
      { guard: 'hasAny', target: '.selected', actions: ['keepSites', 'tell', 'select'] },
      { target: '.none', actions: ['forget', 'tellForgotten'] },
    ],
    'session.ended': { target: '.loading', actions: ['forget', 'tellForgotten'] },
  },
  states: {
    loading: { on: { 'sites.failed': 'failed' } },
    none: {},
    failed: {},
    selected: {
      on: {
        'site.picked': [
          { guard: 'leavesForOther', actions: 'redirect' },
          { guard: 'isOther', actions: ['tell', 'select'] },
        ],
        'site.named': { guard: 'isOther', actions: ['tell', 'select'] },
      },
    },
  },
});
