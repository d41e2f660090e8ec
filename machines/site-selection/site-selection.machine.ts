import { assign, emit, setup } from 'xstate';

export type KnownSite = { id: string; status: string };

export type SiteSelectionContext = {
  /** Last changed first. */
  sites: readonly KnownSite[];
  siteId: string | undefined;
};

export type SiteSelectionEvent =
  /** `wanted` are the site ids of the URL and of storage. */
  | { type: 'sites.read'; sites: readonly KnownSite[]; wanted: readonly (string | null | undefined)[] }
  | { type: 'sites.failed' }
  /** `leaves` when the screen shows data of the former site only. */
  | { type: 'site.picked'; siteId: string; leaves: boolean }
  | { type: 'site.named'; siteId: string }
  | { type: 'session.ended' };

export type SiteSelectionEmitted =
  /** On a change, drop cached data of the former site. */
  | { type: 'site.selected'; siteId: string; isChange: boolean }
  /** Navigation selects the site unless the user cancels. */
  | { type: 'redirect.wanted'; siteId: string }
  | { type: 'site.forgotten' };

const exists = (sites: readonly KnownSite[], siteId: string | null | undefined): boolean =>
  sites.some(({ id }) => id === siteId);

type Facts = { context: SiteSelectionContext; event: SiteSelectionEvent };

/** The first wanted site that exists, else the first active one. */
function chooseSite({ event }: Facts): string | undefined {
  if (event.type !== 'sites.read') return 'siteId' in event ? event.siteId : undefined;
  const { sites, wanted } = event;
  const known = wanted.find((id) => exists(sites, id));
  return known ?? (sites.find(({ status }) => status === 'ACTIVE') ?? sites[0])?.id;
}

function isOther(facts: Facts): boolean {
  const siteId = chooseSite(facts);
  return siteId !== facts.context.siteId && exists(facts.context.sites, siteId);
}

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
      siteId: chooseSite(facts) ?? '',
      isChange: facts.context.siteId !== undefined,
    })),
    select: assign((facts) => ({ siteId: chooseSite(facts) })),
    redirect: emit((facts) => ({ type: 'redirect.wanted', siteId: chooseSite(facts) ?? '' })),
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
